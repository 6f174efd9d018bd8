package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.RecordNode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the records of one file have in common.
 *
 * @param input index of the plan's input
 * @param file as reports show it
 * @param partitions partition columns of its path
 * @param columns the fields that are looked at; null: all there are
 */
record RecordPlace(
        int input,
        String file,
        Map<String, String> partitions,
        @Nullable Columns columns) {
    static RecordPlace of(int input, ListedFile file, @Nullable Columns columns) {
        Map<String, String> partitions = new HashMap<>();
        file.partitions().forEach((name, value) -> {
            if (value != null) {
                partitions.put(name, value);
            }
        });
        return new RecordPlace(input, file.name(), partitions, columns);
    }

    Origin at(long position) {
        return new Origin(input, file, position);
    }

    RecordNode record(Columns shape, long position, @Nullable Long line) {
        return new RecordNode(shape, at(position), line, partitions);
    }

    Found unreadable(long position, @Nullable Long line, String reason, String start) {
        return new Found.Unreadable(new Rejection(at(position), line, null, reason, Excerpts.of(start)));
    }
}
