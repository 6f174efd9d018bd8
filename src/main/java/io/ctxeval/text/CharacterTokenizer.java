package io.ctxeval.text;

/** A quarter of the code points, rounded up: free, and close enough to compare contexts of one language with each other. */
record CharacterTokenizer(String name, int charactersPerToken) implements Tokenizer {
    static final CharacterTokenizer FOUR = new CharacterTokenizer("chars4", 4);

    @Override
    public int count(String text) {
        return count(text, 0, text.length());
    }

    @Override
    public int count(String text, WordScanner scanner, int number, int[] perSegment) {
        int end = scanner.firstSegment(number + 1);
        for (int segment = scanner.firstSegment(number); segment < end; segment++) {
            perSegment[segment] = count(text, scanner.segmentFrom(segment), scanner.segmentTo(segment));
        }
        return count(text);
    }

    private int count(String text, int from, int to) {
        return (text.codePointCount(from, to) + charactersPerToken - 1) / charactersPerToken;
    }
}
