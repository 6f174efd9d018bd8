package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.JsonValue;
import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.dataset.mapping.Node;
import io.ctxeval.dataset.mapping.RecordNode;
import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.RawJson;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The files that an input's records are joined with, held in memory. What is sent are the files' names: each Java process reads
 * them once, whatever number of tasks it runs.
 */
final class Partners implements Serializable {
    /** Bytes on disk of the files of one join. */
    static final long MOST_BYTES = 256L << 20;

    private final MappingRecipe recipe;
    private final List<List<SniffedFile>> files;

    @SuppressWarnings("serial") // left behind when sent, read again there
    private transient volatile @Nullable List<Map<String, Object>> tables;

    /**
     * Partners of one input.
     *
     * @param files of each join, in the order of the mapping's joins
     */
    Partners(MappingRecipe recipe, List<List<SniffedFile>> files) {
        this.recipe = recipe;
        this.files = List.copyOf(files);
    }

    /** A view for one task: the values that it gives out share a cursor. */
    Mapping.Lookup lookup(Configuration configuration) {
        if (files.isEmpty()) {
            return Mapping.Lookup.NONE;
        }
        List<Map<String, Object>> read = tables(configuration);
        JsonCursor cursor = new JsonCursor(true);
        return (join, key) -> {
            Object found = read.get(join).get(key);
            return found instanceof RawJson json
                    ? new JsonValue(json.bytes(), json.from(), json.to(), cursor)
                    : (Node) found;
        };
    }

    private List<Map<String, Object>> tables(Configuration configuration) {
        List<Map<String, Object>> read = tables;
        if (read == null) {
            synchronized (this) {
                read = tables;
                if (read == null) {
                    read = readTables(configuration);
                    tables = read;
                }
            }
        }
        return read;
    }

    private List<Map<String, Object>> readTables(Configuration configuration) {
        List<Mapping.Join> joins = recipe.compileAgain().joins();
        List<Map<String, Object>> read = new ArrayList<>();
        for (int join = 0; join < joins.size(); join++) {
            Map<String, Object> table = new HashMap<>();
            for (SniffedFile file : files.get(join)) {
                readFile(file, joins.get(join), table, configuration);
            }
            read.add(table);
        }
        return read;
    }

    /** Of several records with one key the first is the partner. */
    private void readFile(SniffedFile file, Mapping.Join join, Map<String, Object> table, Configuration configuration) {
        RecordPlace place = RecordPlace.of(recipe.input(), file.file(), null);
        try (RecordReader reader = FileSlice.whole(recipe.input(), file).open(place, Set.of(), configuration)) {
            Found found = reader == null ? null : reader.next();
            while (found != null && reader != null) {
                if (found instanceof Found.Intact intact) {
                    RecordNode record = intact.node();
                    String key = join.partnerKey(record);
                    if (key != null) {
                        // a JSON value belongs to the cursor it was read with: only its bytes can be shared
                        Node whole = record.whole();
                        table.putIfAbsent(
                                key, whole instanceof JsonValue ? whole.raw().trimmed() : whole);
                    }
                }
                found = reader.next();
            }
        } catch (IOException e) {
            throw new InputRefused(file.file().name() + ": damaged: " + Sniffer.reason(e), e);
        }
    }
}
