package io.ctxeval.dataset;

import io.ctxeval.plan.PlanRefused;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How cells are told apart (formats.md 3.1). RFC 4180 unless options say otherwise: a quote inside quotes is doubled, a
 * backslash means nothing.
 *
 * @param delimiter at least one character
 * @param quote null: no cell is quoted
 * @param escape null: none
 * @param encoding name of a character set; null: told by a byte order mark, else UTF-8
 */
record CsvDialect(
        String delimiter,
        @Nullable Character quote,
        @Nullable Character escape,
        @Nullable String encoding) implements Serializable {
    static final CsvDialect COMMAS = new CsvDialect(",", '"', null, null);
    static final CsvDialect TABS = new CsvDialect("\t", '"', null, null);

    /**
     * The dialect that an input's options ask for.
     *
     * @param standard what holds for options that aren't given
     * @throws PlanRefused for an option that isn't known or a value that doesn't fit
     */
    static CsvDialect of(Map<String, String> options, CsvDialect standard) throws PlanRefused {
        List<String> problems = new ArrayList<>();
        String delimiter = standard.delimiter;
        Character quote = standard.quote;
        Character escape = standard.escape;
        String encoding = standard.encoding;
        for (Map.Entry<String, String> option : new TreeMap<>(options).entrySet()) {
            String key = "options." + option.getKey();
            String value = option.getValue();
            switch (option.getKey().toLowerCase(Locale.ROOT)) {
                case "delimiter" -> {
                    delimiter = value.equals("\\t") || value.equals("tab") ? "\t" : value;
                    if (value.isEmpty() || value.contains("\n") || value.contains("\r")) {
                        problems.add(key + ": must be at least one character and no line break");
                    }
                }
                case "quote" -> quote = character(key, value, problems);
                case "escape" -> escape = character(key, value, problems);
                case "encoding" -> {
                    encoding = value;
                    if (charsetOrNull(value) == null) {
                        problems.add(key + ": " + value + ": this Java knows no such character set");
                    }
                }
                default -> problems.add(key + ": unknown; CSV knows delimiter, quote, escape, encoding");
            }
        }
        if (quote != null && delimiter.indexOf(quote) >= 0) {
            problems.add("options.delimiter: must not hold the quote " + quote);
        }
        if (escape != null && delimiter.indexOf(escape) >= 0) {
            problems.add("options.delimiter: must not hold the escape " + escape);
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
        // the escape of RFC 4180 is the quote itself
        return new CsvDialect(delimiter, quote, escape != null && escape.equals(quote) ? null : escape, encoding);
    }

    private static @Nullable Character character(String key, String value, List<String> problems) {
        if (value.length() > 1 || value.equals("\n") || value.equals("\r")) {
            problems.add(key + ": " + value + "; must be one character, or empty for none");
        }
        return value.isEmpty() ? null : value.charAt(0);
    }

    private static @Nullable Charset charsetOrNull(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return null;
        }
    }

    /** The character set of a file that begins with this mark. */
    Charset charset(ByteOrderMark mark) {
        if (encoding != null) {
            return Charset.forName(encoding);
        }
        Charset marked = mark.charset();
        return marked == null ? StandardCharsets.UTF_8 : marked;
    }
}
