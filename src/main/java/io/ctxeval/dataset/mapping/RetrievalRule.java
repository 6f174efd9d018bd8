package io.ctxeval.dataset.mapping;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the rows of information-retrieval files: what they must have, and what they come to. */
public final class RetrievalRule {
    private static final String QUERY = "query_id";
    private static final String DOCUMENT = "doc_id";
    private static final String RELEVANCE = "relevance";
    private static final String SCORE = "score";
    private static final String RANK = "rank";

    /** Digits beyond which a number is none that anybody wrote on purpose. */
    private static final int LONGEST_NUMBER = 60;

    private final CompiledMapping mapping;

    public RetrievalRule(Mapping mapping) {
        this(mapping.compiled());
    }

    RetrievalRule(CompiledMapping mapping) {
        this.mapping = mapping;
    }

    /**
     * Why a row can't be used.
     *
     * @param field the field at fault
     */
    record Problem(String field, String reason) {}

    /** What is wrong with a row; null: nothing. */
    @Nullable Problem problem(@Nullable FieldValue[] values) {
        return switch (mapping.kind()) {
            case QRELS -> first(missing(values, QUERY, DOCUMENT, RELEVANCE), noNumber(values, RELEVANCE));
            case RUN ->
                first(
                        missing(values, QUERY, DOCUMENT),
                        noNumber(values, SCORE),
                        noNumber(values, RANK),
                        text(values, SCORE) == null ? missing(values, RANK) : null);
            case QUERIES -> missing(values, QUERY);
            case CORPUS -> missing(values, DOCUMENT);
            case SAMPLES, EVENTS, LEDGER -> null;
        };
    }

    private static @Nullable Problem first(@Nullable Problem... problems) {
        for (Problem problem : problems) {
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable Problem missing(@Nullable FieldValue[] values, String... fields) {
        for (String field : fields) {
            if (text(values, field) == null) {
                String also = field.equals(RANK) ? " and score" : "";
                return new Problem(
                        field,
                        field + also + ": missing; a row of kind "
                                + mapping.kind().label() + " must have " + String.join(", ", required()));
            }
        }
        return null;
    }

    private List<String> required() {
        return switch (mapping.kind()) {
            case QRELS -> List.of(QUERY, DOCUMENT, RELEVANCE);
            case RUN -> List.of(QUERY, DOCUMENT, SCORE + " or " + RANK);
            case CORPUS -> List.of(DOCUMENT);
            case QUERIES, SAMPLES, EVENTS, LEDGER -> List.of(QUERY);
        };
    }

    private @Nullable Problem noNumber(@Nullable FieldValue[] values, String field) {
        String text = text(values, field);
        return text == null || number(text) != null
                ? null
                : new Problem(field, "found " + text + ", expected a number");
    }

    /** A finite decimal number; null where the text is none. */
    static @Nullable Double number(String text) {
        String digits = text.strip();
        if (digits.isEmpty() || digits.length() > LONGEST_NUMBER) {
            return null;
        }
        try {
            double number = new BigDecimal(digits).doubleValue();
            return Double.isFinite(number) ? (Double) number : null;
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    /** The rows with one key are shown as one record. */
    @Nullable String key(@Nullable FieldValue[] values) {
        String name = text(values, mapping.kind() == RowKind.CORPUS ? DOCUMENT : QUERY);
        if (name == null || mapping.kind() != RowKind.RUN) {
            return name;
        }
        String version = version(values);
        return name + "\u0000" + (version == null ? "" : version);
    }

    private @Nullable String version(@Nullable FieldValue[] values) {
        String given = text(values, "retriever_version");
        return given == null ? text(values, "run") : given;
    }

    /** What a row of a retrieval kind is; it has passed {@link #problem}. */
    public RetrievalPart part(MappedRow row) {
        @Nullable FieldValue[] values = row.copyOfValues();
        return switch (mapping.kind()) {
            case QRELS ->
                new RetrievalPart.Label(
                        row.origin(),
                        present(values, QUERY),
                        present(values, DOCUMENT),
                        numberIn(values, RELEVANCE, 0));
            case RUN -> hit(row, values);
            case QUERIES ->
                new RetrievalPart.Question(
                        row.origin(),
                        present(values, QUERY),
                        text(values, "input"),
                        texts(values, "reference"),
                        texts(values, "reference_context"),
                        dimensions(values));
            case CORPUS -> new RetrievalPart.Document(row.origin(), present(values, DOCUMENT), document(values));
            case SAMPLES, EVENTS, LEDGER -> throw new IllegalStateException("no retrieval file");
        };
    }

    private RetrievalPart hit(MappedRow row, @Nullable FieldValue[] values) {
        Map<String, String> dimensions = dimensions(values);
        dimensions.remove("retriever_version");
        boolean scored = text(values, SCORE) != null;
        boolean ranked = text(values, RANK) != null;
        return new RetrievalPart.Hit(
                row.origin(),
                present(values, QUERY),
                present(values, DOCUMENT),
                version(values),
                // the order of trec_eval is that of 32-bit numbers
                scored ? (Float) floatOf(numberIn(values, SCORE, 0)) : null,
                ranked ? (Double) numberIn(values, RANK, 0) : null,
                null,
                dimensions.isEmpty() ? Map.of() : dimensions);
    }

    /** A 32-bit number; of the two zeros the one without a sign, for they are one score. */
    private static float floatOf(double score) {
        return (float) score + 0.0f;
    }

    private String document(@Nullable FieldValue[] values) {
        String title = text(values, "title");
        String text = text(values, "text");
        if (title == null || title.isBlank()) {
            return text == null ? "" : text;
        }
        return text == null || text.isBlank() ? title : title + "\n" + text;
    }

    private Map<String, String> dimensions(@Nullable FieldValue[] values) {
        Map<String, String> dimensions = new HashMap<>();
        for (String name : mapping.dimensions()) {
            String text = text(values, name);
            if (text != null) {
                dimensions.put(name, text);
            }
        }
        return dimensions;
    }

    private String present(@Nullable FieldValue[] values, String field) {
        String text = text(values, field);
        if (text == null) {
            throw new IllegalStateException(field + " was there when the row was mapped");
        }
        return text;
    }

    private double numberIn(@Nullable FieldValue[] values, String field, double otherwise) {
        String text = text(values, field);
        Double number = text == null ? null : number(text);
        return number == null ? otherwise : number;
    }

    private @Nullable String text(@Nullable FieldValue[] values, String field) {
        int place = mapping.field(field);
        return place >= 0 && values[place] instanceof FieldValue.Text text ? text.text() : null;
    }

    private @Nullable List<String> texts(@Nullable FieldValue[] values, String field) {
        int place = mapping.field(field);
        return place >= 0 && values[place] instanceof FieldValue.Texts list ? list.texts() : null;
    }
}
