package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Node;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Builds each row as the values of its columns, in the order of the schema; null: the row has none. */
final class ParquetRows extends RecordMaterializer<@Nullable Node[]> {
    private final Root root;

    ParquetRows(MessageType schema) {
        root = new Root(schema);
    }

    @Override
    public @Nullable Node[] getCurrentRecord() {
        return root.row;
    }

    @Override
    public GroupConverter getRootConverter() {
        return root;
    }

    private static final class Root extends GroupConverter {
        private final Converter[] converters;
        private final ParquetRepeated[] repeated;
        private @Nullable Node[] row = {};

        Root(MessageType schema) {
            int width = schema.getFieldCount();
            converters = new Converter[width];
            repeated = new ParquetRepeated[width];
            for (int i = 0; i < width; i++) {
                int place = i;
                Type field = schema.getType(i);
                Consumer<Node> setter = value -> row[place] = value;
                repeated[i] = new ParquetRepeated(field, setter);
                converters[i] = repeated[i].converter();
            }
        }

        @Override
        public Converter getConverter(int field) {
            return converters[field];
        }

        @Override
        public void start() {
            row = new Node[converters.length];
            for (ParquetRepeated field : repeated) {
                field.start();
            }
        }

        @Override
        public void end() {
            for (ParquetRepeated field : repeated) {
                field.end();
            }
        }
    }
}
