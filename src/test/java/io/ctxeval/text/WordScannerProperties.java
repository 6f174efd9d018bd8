package io.ctxeval.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The scanner gives the words and segments of the plain definitions. */
class WordScannerProperties {
    private static final String SEEDS =
            "aZ9 .,;!?\n'\"-_ßéÉ\u0301\u0338ΣσςİıΑ。｡！？．ﬁ①²½ｱﾞが\u3099漢字カなไทย한ᄒ\u1161\u11ab\u00a0\u3000\u2028\u00b4\u0344\uFDFA=<>…’“";

    private final WordScanner scanner = new WordScanner();

    @Test
    void everyCodePointAgrees() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            String one = Character.toString(codePoint);
            check("code point " + Integer.toHexString(codePoint), "a" + one + "b " + one + one);
        }
    }

    @Test
    void randomTextsAgree() {
        long seed = 20261130;
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 60_000; round++) {
            check("seed " + seed + " round " + round, randomText(random));
        }
    }

    @Test
    void longWordsAgree() {
        check(
                "long word",
                "x".repeat(31) + " " + "x".repeat(32) + " " + "x".repeat(33) + " " + "é".repeat(70) + ". Y z.");
    }

    @Test
    void textsFollowEachOther() {
        scanner.clear();
        assertThat(scanner.scan("One two. Three four five.")).isZero();
        assertThat(scanner.scan("")).isEqualTo(1);
        assertThat(scanner.scan("six seven")).isEqualTo(2);
        assertThat(scanner.firstWord(1)).isEqualTo(5);
        assertThat(scanner.firstWord(2)).isEqualTo(5);
        assertThat(scanner.firstWord(3)).isEqualTo(7);
        assertThat(scanner.firstSegment(1)).isEqualTo(2);
        assertThat(scanner.firstSegment(3)).isEqualTo(3);
    }

    private static String randomText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(1, 40);
        int kind = random.nextInt(4);
        for (int i = 0; i < length; i++) {
            int draw = random.nextInt(10);
            if (draw < 3 || kind == 0) {
                text.append(SEEDS.charAt(random.nextInt(12)));
            } else if (draw < 9) {
                text.append(SEEDS.charAt(random.nextInt(SEEDS.length())));
            } else {
                text.appendCodePoint(random.nextInt(0x20000));
            }
        }
        return text.toString();
    }

    /** Asserts only where something differs: a million well-worded assertions take a minute. */
    private void check(String what, String text) {
        Read scanned = scanned(text);
        Read plain = plain(text);
        if (!scanned.equals(plain)) {
            assertThat(scanned).as("%s: %s", what, text).isEqualTo(plain);
        }
    }

    private record Read(List<Long> words, List<Boolean> content, List<Segments.Segment> segments) {}

    private static Read plain(String text) {
        List<String> words = Words.words(text);
        return new Read(
                words.stream().map(WordCode::of).toList(),
                words.stream().map(Words::isContent).toList(),
                Segments.of(text));
    }

    private Read scanned(String text) {
        scanner.clear();
        scanner.scan(text);
        List<Long> words = new ArrayList<>();
        List<Boolean> content = new ArrayList<>();
        for (int i = 0; i < scanner.firstWord(1); i++) {
            words.add(scanner.words()[i]);
            content.add(scanner.isContent(i));
        }
        List<Segments.Segment> segments = new ArrayList<>();
        for (int i = 0; i < scanner.firstSegment(1); i++) {
            segments.add(new Segments.Segment(scanner.segmentFrom(i), scanner.segmentTo(i)));
        }
        return new Read(words, content, segments);
    }
}
