package io.ctxeval.text;

import java.util.SplittableRandom;

/** Texts that look for trouble: words of all lengths, other scripts, marks, controls, quotes, escapes, lone surrogates. */
public final class RandomText {
    private static final String[] PIECES = {
        "alpha",
        "Bravo",
        "charlie",
        "delta",
        "extraordinarily",
        "EXTRAORDINARILY",
        "abcdefgh",
        "abcdefghi",
        "4711",
        "GPT4",
        "the",
        "a",
        "of",
        "snake_case",
        "state-of-the-art",
        "it's",
        "don't",
        "\"quoted\"",
        "C:\\temp",
        "naïve",
        "cafe\u0301",
        "模型",
        "検索",
        "テスト",
        "한국어",
        "🚀",
        "👩\u200D💻",
        "\u212Aelvin",
        "\u0130stanbul",
        "x\u0130yz",
        "half½",
        "area²",
        "ﬁne",
        "\u00AD",
        "\uFEFF",
        "\u007F",
        "\u0001",
        "\u2028",
        "\uD83D",
        "\uDE80",
        "\uABCD",
        "\u0378",
        "ΣΑΣ",
        "wordΣ",
        "e\u0301",
        "\u0301",
        "เพลง",
        "𝒜𝒷",
        "1.5",
        "No.",
        "Yes!",
        "Why?",
        "end;",
        "。",
        "…",
        "\u1AC0"
    };
    private static final String[] GAPS = {
        " ", " ", " ", " ", "  ", "\n", "\t", "\r\n", ", ", ". ", "", "-", "_", "\u00A0", "\u3000", "; ", "'", "\""
    };
    private static final int ASCII_PIECES = 19;
    private static final int ASCII_GAPS = 13;

    private RandomText() {}

    /** A text of up to so many pieces; of two, one is ASCII only. */
    public static String of(SplittableRandom random, int mostPieces) {
        boolean ascii = random.nextBoolean();
        StringBuilder text = new StringBuilder();
        int n = random.nextInt(mostPieces + 1);
        for (int i = 0; i < n; i++) {
            text.append(PIECES[random.nextInt(ascii ? ASCII_PIECES : PIECES.length)]);
            text.append(GAPS[random.nextInt(ascii ? ASCII_GAPS : GAPS.length)]);
        }
        return text.toString();
    }

    /** A JSON string of the text, each character raw or as an escape. */
    public static String json(String text, SplittableRandom random) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            boolean alone = c >= 0xD800 && c < 0xE000;
            if (alone || random.nextInt(20) == 0) {
                for (char unit : Character.toChars(c)) {
                    json.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) unit));
                }
            } else if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
            } else if (c < 0x20) {
                json.append(
                        switch (c) {
                            case '\n' -> "\\n";
                            case '\r' -> "\\r";
                            case '\t' -> "\\t";
                            default -> String.format("\\u%04x", c);
                        });
            } else {
                json.appendCodePoint(c);
            }
            i += Character.charCount(c);
        }
        return json.append('"').toString();
    }
}
