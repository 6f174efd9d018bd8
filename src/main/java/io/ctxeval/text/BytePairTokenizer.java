package io.ctxeval.text;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.IntArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The byte-pair encodings of OpenAI's models, by jtokkit. */
final class BytePairTokenizer implements Tokenizer {
    /** Read at first use, about a quarter of a second each, and never changed after that. */
    private static final EncodingRegistry REGISTRY = Encodings.newLazyEncodingRegistry();

    private static final Map<String, BytePairTokenizer> TOKENIZERS = new ConcurrentHashMap<>();

    private final String name;
    private final Encoding encoding;

    /** Bytes of each token by its number, 0 where nobody asked yet; racing writers write the same. */
    private volatile int[] byteLengths = new int[0];

    private BytePairTokenizer(String name) {
        this.name = name;
        this.encoding = REGISTRY.getEncoding(name)
                .orElseThrow(() -> new IllegalArgumentException("no encoding of the name " + name));
    }

    static BytePairTokenizer named(String name) {
        return TOKENIZERS.computeIfAbsent(name, BytePairTokenizer::new);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int count(String text) {
        return encoding.countTokensOrdinary(text);
    }

    @Override
    public int count(String text, WordScanner scanner, int number, int[] perSegment) {
        IntArrayList tokens = encoding.encodeOrdinary(text);
        int token = 0;
        int tokenFrom = 0;
        int tokenTo = tokens.isEmpty() ? 0 : byteLength(tokens.get(0));
        int character = 0;
        int segmentTo = 0;
        for (int s = scanner.firstSegment(number); s < scanner.firstSegment(number + 1); s++) {
            int segmentFrom = segmentTo + utf8Length(text, character, scanner.segmentFrom(s));
            segmentTo = segmentFrom + utf8Length(text, scanner.segmentFrom(s), scanner.segmentTo(s));
            character = scanner.segmentTo(s);
            int counted = 0;
            while (token < tokens.size() && tokenFrom < segmentTo) {
                if (tokenTo > segmentFrom) {
                    counted++;
                }
                token++;
                tokenFrom = tokenTo;
                tokenTo += token < tokens.size() ? byteLength(tokens.get(token)) : 0;
            }
            perSegment[s] = counted;
        }
        return tokens.size();
    }

    private int byteLength(int token) {
        int[] lengths = byteLengths;
        if (token >= lengths.length) {
            lengths = Arrays.copyOf(lengths, Math.max(token + 1, 2 * lengths.length));
            byteLengths = lengths;
        }
        if (lengths[token] == 0) {
            IntArrayList one = new IntArrayList(1);
            one.add(token);
            lengths[token] = encoding.decodeBytes(one).length;
        }
        return lengths[token];
    }

    /** Bytes as {@link String#getBytes} encodes: an unpaired surrogate becomes a question mark. */
    private static int utf8Length(String text, int from, int to) {
        int bytes = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (i + 1 < to && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                bytes++;
            }
        }
        return bytes;
    }
}
