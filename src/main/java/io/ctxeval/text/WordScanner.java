package io.ctxeval.text;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;

/**
 * The words and segments of several texts as numbers in buffers that are used again: {@link Words} and {@link Segments} for large
 * data. One pass over the characters; text that is ASCII, or that normalization leaves alone, is never copied into strings. Not
 * safe for several threads.
 *
 * <p>Texts are numbered in the order in which they were scanned, words and segments run on from text to text.
 */
public final class WordScanner {
    private static final int[] ASCII_UNITS = new int[0x80];
    private static final int CAN_SPLIT = -1;
    private static final int CONTENT = WordCode.DIGIT;

    static {
        for (char c = 0; c < ASCII_UNITS.length; c++) {
            if (CodePoints.isWordPart(c)) {
                ASCII_UNITS[c] = WordCode.unit(Character.toLowerCase(c));
            } else if (c == ';' || CodePoints.isLineBreak(c) || CodePoints.endsSentenceBeforeSpace(c)) {
                ASCII_UNITS[c] = CAN_SPLIT;
            }
        }
    }

    private char[] characters = new char[1024];
    private long[] words = new long[1024];
    private boolean[] content = new boolean[1024];
    private int wordCount;

    private int[] segmentFrom = new int[64];
    private int[] segmentTo = new int[64];
    private int[] segmentFirstWord = new int[64];
    private int[] segmentEndWord = new int[64];
    private int segmentCount;

    private int[] textFirstWord = new int[16];
    private int[] textFirstSegment = new int[16];
    private int textCount;

    private String text = "";
    private int pieceFrom;
    private int pieceFirstWord;

    /** The word under way: the sum so far, units since the last fold, all units or-ed, code points beyond the BMP. */
    private long sum;

    private int place;
    private int units;
    private int supplementary;

    /** Forgets all texts; the buffers stay. */
    public void clear() {
        wordCount = 0;
        segmentCount = 0;
        textCount = 0;
        textFirstWord[0] = 0;
        textFirstSegment[0] = 0;
    }

    /** Adds a text and gives its number. */
    public int scan(String added) {
        text = added;
        int length = added.length();
        if (characters.length < length) {
            characters = new char[Integer.highestOneBit(length) * 2];
        }
        added.getChars(0, length, characters, 0);
        pieceFrom = 0;
        pieceFirstWord = wordCount;
        resetWord();
        if (scanCharacters(length)) {
            endPiece(length, length);
        } else {
            scanPlainly();
        }
        textCount++;
        if (textCount == textFirstWord.length) {
            textFirstWord = Arrays.copyOf(textFirstWord, 2 * textCount);
            textFirstSegment = Arrays.copyOf(textFirstSegment, 2 * textCount);
        }
        textFirstWord[textCount] = wordCount;
        textFirstSegment[textCount] = segmentCount;
        return textCount - 1;
    }

    public int textCount() {
        return textCount;
    }

    /** The first word of a text; the words of text {@code t} are {@code firstWord(t)} to {@code firstWord(t + 1)}, exclusive. */
    public int firstWord(int textNumber) {
        return textFirstWord[textNumber];
    }

    /** The first segment of a text; {@code firstSegment(t + 1)} is the end, exclusive. */
    public int firstSegment(int textNumber) {
        return textFirstSegment[textNumber];
    }

    /** The numbers of the words so far. The array is the buffer itself: read only, and until the next scan. */
    public long[] words() {
        return words;
    }

    /** Whether a word is content ({@link Words#isContent}). */
    public boolean isContent(int word) {
        return content[word];
    }

    /** A segment's first word. */
    public int segmentFirstWord(int segment) {
        return segmentFirstWord[segment];
    }

    /** The end of a segment's words, exclusive. */
    public int segmentEndWord(int segment) {
        return segmentEndWord[segment];
    }

    /** Where a segment begins in its text, in characters. */
    public int segmentFrom(int segment) {
        return segmentFrom[segment];
    }

    /** Where a segment ends in its text, exclusive. */
    public int segmentTo(int segment) {
        return segmentTo[segment];
    }

    /** False if the text holds a character whose lower case the plain way has to tell. */
    private boolean scanCharacters(int length) {
        char[] chars = characters;
        long[] multipliers = WordCode.MULTIPLIERS;
        long wordSum = 0;
        int wordPlace = 0;
        int wordUnits = 0;
        for (int i = 0; i < length; i++) {
            char c = chars[i];
            if (c >= 0x80) {
                sum = wordSum;
                place = wordPlace;
                units = wordUnits;
                i = scanBeyondAscii(i, length) - 1;
                if (i < 0) {
                    return false;
                }
                wordSum = sum;
                wordPlace = place;
                wordUnits = units;
                continue;
            }
            int unit = ASCII_UNITS[c];
            if (unit > 0) {
                wordSum += unit * multipliers[wordPlace++];
                wordUnits |= unit;
                if (wordPlace == WordCode.PLACES) {
                    wordSum = WordCode.fold(wordSum);
                    wordPlace = 0;
                    wordUnits |= CONTENT;
                }
                continue;
            }
            if (wordUnits != 0) {
                add(wordSum, wordPlace, wordUnits);
                wordSum = 0;
                wordPlace = 0;
                wordUnits = 0;
            }
            if (unit == CAN_SPLIT) {
                split(c, i, length);
            }
        }
        if (wordUnits != 0) {
            add(wordSum, wordPlace, wordUnits);
        }
        return true;
    }

    /**
     * Takes the characters from {@code from} up to the next ASCII or separating one.
     *
     * @return where the loop goes on; below 1 if only the plain way will do
     */
    private int scanBeyondAscii(int from, int length) {
        char first = characters[from];
        if ((CharacterTraits.of(first) & CharacterTraits.BREAK) != 0) {
            endWord();
            split(first, from, length);
            return from + 1;
        }
        int to = from;
        int all = CharacterTraits.STABLE;
        int any = 0;
        while (to < length && characters[to] >= 0x80) {
            int traits = CharacterTraits.of(characters[to]);
            if ((traits & CharacterTraits.BREAK) != 0) {
                break;
            }
            all &= traits;
            any |= traits;
            to++;
        }
        if ((any & CharacterTraits.CONTEXTUAL_CASE) != 0) {
            return 0;
        }
        if (all != 0) {
            addStable(from, to);
            return to;
        }
        String normal = Normalizer.normalize(new String(characters, from, to - from), Normalizer.Form.NFKC);
        if (from > 0 && CodePoints.isMark(normal.codePointAt(0))) {
            return 0;
        }
        return addNormal(normal) ? to : 0;
    }

    private void addStable(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = characters[i];
            int traits = CharacterTraits.of(c);
            if ((traits & CharacterTraits.WORD) == 0) {
                endWord();
            } else if ((traits & CharacterTraits.ALONE) == 0) {
                addUnit(Character.toLowerCase(c));
            } else {
                endWord();
                addUnit(Character.toLowerCase(c));
                units |= CONTENT;
                endWord();
            }
        }
    }

    private boolean addNormal(String normal) {
        for (int i = 0; i < normal.length(); ) {
            int codePoint = normal.codePointAt(i);
            i += Character.charCount(codePoint);
            if (codePoint == 'Σ' || codePoint == 'İ') {
                return false;
            }
            if (!CodePoints.isWordPart(codePoint)) {
                endWord();
                continue;
            }
            boolean alone = CodePoints.standsAlone(codePoint);
            if (alone) {
                endWord();
            }
            addCodePoint(Character.toLowerCase(codePoint));
            if (alone) {
                units |= CONTENT;
                endWord();
            }
        }
        return true;
    }

    private void addCodePoint(int codePoint) {
        if (Character.isBmpCodePoint(codePoint)) {
            addUnit((char) codePoint);
            return;
        }
        addUnit(Character.highSurrogate(codePoint));
        addUnit(Character.lowSurrogate(codePoint));
        supplementary++;
        if (Character.isDigit(codePoint)) {
            units |= CONTENT;
        }
    }

    private void addUnit(char c) {
        int unit = WordCode.unit(c);
        sum += unit * WordCode.MULTIPLIERS[place++];
        units |= unit;
        if (place == WordCode.PLACES) {
            sum = WordCode.fold(sum);
            place = 0;
            units |= CONTENT;
        }
    }

    private void endWord() {
        if (units != 0) {
            add(sum, place, units);
            sum = 0;
            place = 0;
            units = 0;
        }
    }

    private void add(long code, int length, int allUnits) {
        if (wordCount == words.length) {
            words = Arrays.copyOf(words, 2 * wordCount);
            content = Arrays.copyOf(content, 2 * wordCount);
        }
        words[wordCount] = code;
        int shortBy = Words.CONTENT_LENGTH - 1 - (length - supplementary);
        // One test without a branch: the lengths of words are as unpredictable as anything here.
        content[wordCount] = ((allUnits & CONTENT) | (shortBy & Integer.MIN_VALUE)) != 0;
        wordCount++;
        supplementary = 0;
    }

    private void split(char c, int at, int length) {
        if (c == ';' || CodePoints.isLineBreak(c)) {
            endPiece(at, at + 1);
        } else if (CodePoints.endsSentence(c)) {
            endPiece(at + 1, at + 1);
        } else if (CodePoints.endsSentenceBeforeSpace(c)
                && at + 1 < length
                && CodePoints.isWhiteSpace(characters[at + 1])) {
            endPiece(at + 1, at + 1);
        }
    }

    private void endPiece(int to, int next) {
        int found = wordCount - pieceFirstWord;
        if (found >= 2 || (found == 1 && content[pieceFirstWord])) {
            addSegment(to);
        }
        pieceFrom = next;
        pieceFirstWord = wordCount;
    }

    private void addSegment(int to) {
        if (segmentCount == segmentFrom.length) {
            segmentFrom = Arrays.copyOf(segmentFrom, 2 * segmentCount);
            segmentTo = Arrays.copyOf(segmentTo, 2 * segmentCount);
            segmentFirstWord = Arrays.copyOf(segmentFirstWord, 2 * segmentCount);
            segmentEndWord = Arrays.copyOf(segmentEndWord, 2 * segmentCount);
        }
        int first = pieceFrom;
        int end = to;
        while (CodePoints.isWhiteSpace(characters[first])) {
            first++;
        }
        while (CodePoints.isWhiteSpace(characters[end - 1])) {
            end--;
        }
        segmentFrom[segmentCount] = first;
        segmentTo[segmentCount] = end;
        segmentFirstWord[segmentCount] = pieceFirstWord;
        segmentEndWord[segmentCount] = wordCount;
        segmentCount++;
    }

    private void scanPlainly() {
        wordCount = textFirstWord[textCount];
        segmentCount = textFirstSegment[textCount];
        for (Segments.Segment piece : Segments.pieces(text)) {
            List<String> found = Words.words(piece.in(text));
            pieceFrom = piece.from();
            pieceFirstWord = wordCount;
            for (String word : found) {
                supplementary = 0;
                add(WordCode.of(word), 0, Words.isContent(word) ? CONTENT : 0);
            }
            if (Segments.counts(found)) {
                addSegment(piece.to());
            }
        }
    }

    private void resetWord() {
        sum = 0;
        place = 0;
        units = 0;
        supplementary = 0;
    }
}
