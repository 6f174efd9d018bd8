package io.ctxeval.embedding;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts text as the uncased BERT models were trained on it. Control characters go, accents go (Unicode NFD without nonspacing
 * marks), letters become small; white space separates words, and each punctuation mark and each Chinese character is a word of its
 * own. A word is then cut from its left into the longest pieces that the vocabulary has: {@code embeddings} into {@code em ##bed
 * ##ding ##s}. A word of more than {@value #LONGEST_WORD} characters, or with a rest that no piece fits, is unknown.
 *
 * <p>One instance serves one thread: its buffers are used again.
 *
 * @see <a href="https://arxiv.org/abs/1810.04805">BERT: Pre-training of Deep Bidirectional Transformers</a>
 * @see <a href="https://arxiv.org/abs/1609.08144">Google's Neural Machine Translation System, section 4.1 (WordPiece)</a>
 */
final class WordPiece {
    static final int LONGEST_WORD = 100;

    private static final String INSIDE = "##";
    private static final int REPLACEMENT = 0xFFFD;

    private final Vocabulary vocabulary;
    private final StringBuilder word = new StringBuilder();
    private final List<Pieces.Word> words = new ArrayList<>();
    private int[] numbers = new int[64];
    private int count;

    WordPiece(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /** The pieces of a text; none if it has only blanks and control characters. */
    Pieces cut(String text) {
        words.clear();
        count = 0;
        word.setLength(0);
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            if (codePoint < 0x80) {
                takeAscii(codePoint);
            } else {
                takeOther(codePoint);
            }
        }
        endWord();
        return new Pieces(Arrays.copyOf(numbers, count), words);
    }

    private void takeAscii(int c) {
        if (('a' <= c && c <= 'z') || ('0' <= c && c <= '9')) {
            word.append((char) c);
        } else if ('A' <= c && c <= 'Z') {
            word.append((char) (c + 'a' - 'A'));
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            endWord();
        } else if (c > ' ' && c < 0x7F) { // every other visible one is punctuation, $ and + included
            addAlone(c);
        }
    }

    private void takeOther(int codePoint) {
        if (isWhiteSpace(codePoint)) {
            endWord();
        } else if (isChinese(codePoint)) {
            addAlone(codePoint);
        } else if (!isControl(codePoint)) {
            String decomposed = Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFD);
            decomposed.codePoints().forEach(this::takeDecomposed);
        }
    }

    private void takeDecomposed(int codePoint) {
        if (Character.getType(codePoint) == Character.NON_SPACING_MARK) {
            return;
        }
        int small = Character.toLowerCase(codePoint);
        if (isPunctuation(small)) {
            addAlone(small);
        } else {
            word.appendCodePoint(small);
        }
    }

    private void addAlone(int codePoint) {
        endWord();
        word.appendCodePoint(codePoint);
        endWord();
    }

    private void endWord() {
        if (word.isEmpty()) {
            return;
        }
        String whole = word.toString();
        int first = count;
        if (whole.codePointCount(0, whole.length()) > LONGEST_WORD || !addPieces(whole)) {
            count = first;
            add(vocabulary.unknown());
        }
        words.add(new Pieces.Word(whole, first, count));
        word.setLength(0);
    }

    private boolean addPieces(String whole) {
        int from = 0;
        while (from < whole.length()) {
            int to = whole.length();
            int number = -1;
            while (to > from && number < 0) {
                String piece = whole.substring(from, to);
                number = vocabulary.numberOf(from == 0 ? piece : INSIDE.concat(piece));
                to--;
            }
            if (number < 0) {
                return false;
            }
            add(number);
            from = to + 1;
        }
        return true;
    }

    private void add(int number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count++] = number;
    }

    private static boolean isWhiteSpace(int codePoint) {
        // next line (U+0085) is white space by Unicode, though its class is control
        return codePoint == 0x85 || Character.isSpaceChar(codePoint);
    }

    private static boolean isControl(int codePoint) {
        return codePoint == REPLACEMENT
                || switch (Character.getType(codePoint)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.UNASSIGNED,
                            Character.PRIVATE_USE,
                            Character.SURROGATE -> true;
                    default -> false;
                };
    }

    private static boolean isPunctuation(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> codePoint < 0x80 && !Character.isLetterOrDigit(codePoint);
        };
    }

    /** The ideographs of Chinese that BERT sets apart; kana and hangul are written in words here. */
    private static boolean isChinese(int c) {
        return (0x4E00 <= c && c <= 0x9FFF)
                || (0x3400 <= c && c <= 0x4DBF)
                || (0x20000 <= c && c <= 0x2A6DF)
                || (0x2A700 <= c && c <= 0x2B73F)
                || (0x2B740 <= c && c <= 0x2B81F)
                || (0x2B920 <= c && c <= 0x2CEAF)
                || (0xF900 <= c && c <= 0xFAFF)
                || (0x2F800 <= c && c <= 0x2FA1F);
    }
}
