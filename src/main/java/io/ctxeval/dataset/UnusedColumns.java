package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.RowKind;
import io.ctxeval.score.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The top-level columns of an input that its mapping doesn't look at, and which of them may be what a sample lacks.
 *
 * @param names in the order of the source
 * @param likely empty canonical field to the expression that would fill it
 */
public record UnusedColumns(List<String> names, Map<String, String> likely) {
    /** Nothing is unused. */
    public static final UnusedColumns NONE = new UnusedColumns(List.of(), Map.of());

    private static final List<String> INDEX_COLUMNS = List.of("__index_level_0__", "_corrupt_record");

    /** What the parts of a name say about its field, the most telling first: a gold answer is no answer. */
    private static final Map<Field, List<String>> STEMS = new LinkedHashMap<>();

    static {
        STEMS.put(
                Field.REFERENCE,
                List.of("reference", "truth", "gold", "golden", "expected", "target", "ideal", "correct"));
        STEMS.put(
                Field.CONTEXT,
                List.of("context", "document", "doc", "chunk", "passage", "evidence", "snippet", "retrieved"));
        STEMS.put(
                Field.OUTPUT,
                List.of(
                        "answer",
                        "response",
                        "output",
                        "completion",
                        "prediction",
                        "generated",
                        "reply",
                        "generation"));
        STEMS.put(Field.INPUT, List.of("question", "query", "prompt", "instruction", "input", "request", "utterance"));
    }

    /** Parts of names of figures and labels about a text, which are no texts. */
    private static final Set<String> FIGURES = Set.of(
            "id",
            "ids",
            "score",
            "scores",
            "precision",
            "recall",
            "relevance",
            "relevancy",
            "faithfulness",
            "correctness",
            "similarity",
            "f1",
            "tokens",
            "token",
            "time",
            "latency",
            "cost",
            "count",
            "num",
            "length",
            "type",
            "url",
            "uri",
            "index",
            "rank",
            "source",
            "sources",
            "wrong",
            "fake");

    public UnusedColumns {
        names = List.copyOf(names);
        likely = Collections.unmodifiableMap(new LinkedHashMap<>(likely));
    }

    /**
     * Compares what is there with what is read.
     *
     * @param present top-level columns, partition columns among them
     * @param ignored columns that the preset knows and has no use for
     * @param filled fields that a record of the preview has
     * @param idsDerived whether no record brought an id of its own
     */
    static UnusedColumns of(
            Collection<String> present,
            Columns read,
            Collection<String> ignored,
            RowKind kind,
            Set<Field> filled,
            boolean idsDerived) {
        List<String> names = new ArrayList<>();
        for (String name : present) {
            if (!name.isBlank() && read.slot(name) < 0 && !ignored.contains(name) && !INDEX_COLUMNS.contains(name)) {
                names.add(name);
            }
        }
        Map<String, String> likely = new LinkedHashMap<>();
        if (kind == RowKind.SAMPLES) {
            STEMS.keySet().stream()
                    .filter(field -> !filled.contains(field))
                    .forEach(field -> names.stream()
                            .filter(name -> speaksOf(name) == field)
                            .findFirst()
                            .ifPresent(name -> likely.put(field.code(), expression(field, name))));
            if (idsDerived) {
                names.stream()
                        .filter(UnusedColumns::isId)
                        .findFirst()
                        .ifPresent(name -> likely.put("sample_id", quoted(name)));
            }
        }
        return new UnusedColumns(names, likely);
    }

    private static String expression(Field field, String name) {
        boolean list = field == Field.CONTEXT || field == Field.REFERENCE;
        return list ? "chunks(" + quoted(name) + ")" : quoted(name);
    }

    private static String quoted(String name) {
        return name.matches("[\\p{L}\\p{N}_-]+") ? name : "`" + name.replace("`", "``") + "`";
    }

    /** The field that a column's name speaks of; null where it speaks of none. */
    private static @Nullable Field speaksOf(String name) {
        List<String> parts = parts(name);
        if (parts.stream().anyMatch(FIGURES::contains)) {
            return null;
        }
        for (Map.Entry<Field, List<String>> field : STEMS.entrySet()) {
            for (String part : parts) {
                String one = part.endsWith("s") ? part.substring(0, part.length() - 1) : part;
                if (field.getValue().contains(part) || field.getValue().contains(one)) {
                    return field.getKey();
                }
            }
        }
        return null;
    }

    private static boolean isId(String name) {
        List<String> parts = parts(name);
        String last = parts.isEmpty() ? "" : parts.get(parts.size() - 1);
        return last.equals("id") || last.equals("uuid") || last.equals("key");
    }

    /** The words of {@code expected_answer}, {@code expectedAnswer}, {@code Expected Answer}. */
    private static List<String> parts(String name) {
        String apart = name.replaceAll("(\\p{Ll})(\\p{Lu})", "$1_$2").toLowerCase(Locale.ROOT);
        return List.of(apart.split("[^\\p{L}\\p{N}]+"));
    }
}
