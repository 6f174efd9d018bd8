package io.ctxeval.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Words in the normal form by which SQuAD compares answers (Rajpurkar et al. 2016, evaluation script): lower case, punctuation (and
 * control characters) removed without a trace, {@code a an the} left out, split at white space. Punctuation is that of Unicode and of ASCII's symbols, so
 * {@code don’t} and {@code don't} are both {@code dont}.
 *
 * <p>Texts are numbered in the order in which they were scanned. Buffers are used again; not safe for several threads.
 */
public final class AnswerWords {
    private static final int SPACE = -1;
    private static final int[] ASCII_UNITS = new int[0x80];
    private static final long A = WordCode.of("a");
    private static final long AN = WordCode.of("an");
    private static final long THE = WordCode.of("the");

    static {
        for (char c = 0; c < ASCII_UNITS.length; c++) {
            if (CodePoints.isWhiteSpace(c)) {
                ASCII_UNITS[c] = SPACE;
            } else if (!CodePoints.isDropped(c)) {
                ASCII_UNITS[c] = WordCode.unit(Character.toLowerCase(c));
            }
        }
    }

    private char[] characters = new char[1024];
    private long[] words = new long[1024];
    private int wordCount;
    private int[] firstWord = new int[16];
    private int textCount;
    private final LongIndex wanted = new LongIndex();
    private int[] counts = new int[16];

    /** The words of a text, the plain form: {@code "The U.S.A.'s 1st"} has {@code usas 1st}. */
    public static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        text.codePoints().forEach(codePoint -> {
            if (CodePoints.isWhiteSpace(codePoint)) {
                addWord(words, word);
            } else if (!CodePoints.isDropped(codePoint)) {
                word.appendCodePoint(Character.toLowerCase(codePoint));
            }
        });
        addWord(words, word);
        return words;
    }

    private static void addWord(List<String> words, StringBuilder word) {
        String whole = word.toString();
        word.setLength(0);
        if (!whole.isEmpty() && !whole.equals("a") && !whole.equals("an") && !whole.equals("the")) {
            words.add(whole);
        }
    }

    /** Forgets all texts. */
    public void clear() {
        wordCount = 0;
        textCount = 0;
        firstWord[0] = 0;
    }

    /** Adds a text and gives its number. */
    public int scan(String text) {
        int length = text.length();
        if (characters.length < length) {
            characters = new char[Integer.highestOneBit(length) * 2];
        }
        if (words.length < wordCount + length + 1) {
            words = Arrays.copyOf(words, 2 * (wordCount + length + 1));
        }
        text.getChars(0, length, characters, 0);
        scanCharacters(length);
        textCount++;
        if (textCount == firstWord.length) {
            firstWord = Arrays.copyOf(firstWord, 2 * textCount);
        }
        firstWord[textCount] = wordCount;
        return textCount - 1;
    }

    public int textCount() {
        return textCount;
    }

    /** How many words a text has. */
    public int wordCount(int text) {
        return firstWord[text + 1] - firstWord[text];
    }

    /** A copy of a text's words as numbers. */
    long[] words(int text) {
        return Arrays.copyOfRange(words, firstWord[text], firstWord[text + 1]);
    }

    /** How many words of a text some other texts have together, each word counted as often as both sides have it. */
    public int sharedWords(int text, int firstOther, int endOther) {
        wanted.clear();
        int length = wordCount(text);
        if (counts.length < length) {
            counts = new int[2 * length];
        }
        Arrays.fill(counts, 0, length, 0);
        for (int i = firstWord[text]; i < firstWord[text + 1]; i++) {
            counts[wanted.add(words[i])]++;
        }
        int shared = 0;
        for (int i = firstWord[firstOther]; i < firstWord[endOther]; i++) {
            int number = wanted.find(words[i]);
            if (number >= 0 && counts[number] > 0) {
                counts[number]--;
                shared++;
            }
        }
        return shared;
    }

    /** Whether the words of one text stand in another in a row; a text without words stands in none. */
    public boolean contains(int text, int part) {
        int length = firstWord[part + 1] - firstWord[part];
        if (length == 0) {
            return false;
        }
        long first = words[firstWord[part]];
        for (int i = firstWord[text]; i + length <= firstWord[text + 1]; i++) {
            if (words[i] == first && Arrays.equals(words, i, i + length, words, firstWord[part], firstWord[part + 1])) {
                return true;
            }
        }
        return false;
    }

    private void scanCharacters(int length) {
        long[] multipliers = WordCode.MULTIPLIERS;
        long sum = 0;
        int place = 0;
        for (int i = 0; i < length; i++) {
            char c = characters[i];
            int unit = c < 0x80 ? ASCII_UNITS[c] : unitBeyondAscii(i, length);
            if (unit > 0) {
                sum += unit * multipliers[place++];
                if (place == WordCode.PLACES) {
                    sum = WordCode.fold(sum);
                    place = 0;
                }
            } else if (unit < 0) {
                add(sum);
                sum = 0;
                place = 0;
            }
        }
        add(sum);
    }

    /** Of a pair of surrogates each half by itself: lower case and class come from the whole, the unit is the half's. */
    private int unitBeyondAscii(int i, int length) {
        char c = characters[i];
        int codePoint = c;
        if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(characters[i + 1])) {
            codePoint = Character.toCodePoint(c, characters[i + 1]);
        } else if (Character.isLowSurrogate(c) && i > 0 && Character.isHighSurrogate(characters[i - 1])) {
            codePoint = Character.toCodePoint(characters[i - 1], c);
        }
        if (CodePoints.isWhiteSpace(codePoint)) {
            return SPACE;
        }
        if (CodePoints.isDropped(codePoint)) {
            return 0;
        }
        int lower = Character.toLowerCase(codePoint);
        if (Character.isBmpCodePoint(lower)) {
            return WordCode.unit((char) lower);
        }
        return WordCode.unit(
                Character.isHighSurrogate(c) ? Character.highSurrogate(lower) : Character.lowSurrogate(lower));
    }

    private void add(long word) {
        if (word != 0 && word != A && word != AN && word != THE) {
            words[wordCount++] = word;
        }
    }
}
