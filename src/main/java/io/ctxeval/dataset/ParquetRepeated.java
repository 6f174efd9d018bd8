package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Node;
import io.ctxeval.dataset.mapping.PlainValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.schema.Type;

/**
 * A field of a group. One that is repeated without being marked as a list is a list all the same: its values are gathered from
 * the group's start to its end.
 */
final class ParquetRepeated {
    private final boolean isRepeated;
    private final Consumer<Node> setter;
    private final Converter converter;
    private List<Node> gathered = new ArrayList<>();

    ParquetRepeated(Type field, Consumer<Node> setter) {
        isRepeated = field.isRepetition(Type.Repetition.REPEATED);
        this.setter = setter;
        converter = ParquetValues.converter(field, isRepeated ? value -> gathered.add(value) : setter);
    }

    Converter converter() {
        return converter;
    }

    void start() {
        if (isRepeated) {
            gathered = new ArrayList<>();
        }
    }

    void end() {
        if (isRepeated) {
            setter.accept(PlainValue.list(gathered));
        }
    }
}
