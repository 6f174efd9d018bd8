package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.json.JsonCursor;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
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
    private transient volatile @Nullable List<PartnerTable> tables;

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
        List<PartnerTable> read = tables(configuration);
        JsonCursor cursor = new JsonCursor(true);
        return (join, key) -> read.get(join).partner(key, cursor);
    }

    /** What is wrong with the partner records, for a reader. */
    List<String> warnings(Configuration configuration) {
        return files.isEmpty()
                ? List.of()
                : tables(configuration).stream()
                        .flatMap(table -> table.warnings().stream())
                        .toList();
    }

    private List<PartnerTable> tables(Configuration configuration) {
        List<PartnerTable> read = tables;
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

    private List<PartnerTable> readTables(Configuration configuration) {
        List<Mapping.Join> joins = recipe.compileAgain().joins();
        List<PartnerTable> read = new ArrayList<>();
        for (int join = 0; join < joins.size(); join++) {
            PartnerTable table = new PartnerTable(joins.get(join));
            for (SniffedFile file : files.get(join)) {
                readFile(file, table, configuration);
            }
            read.add(table);
        }
        return read;
    }

    private void readFile(SniffedFile file, PartnerTable table, Configuration configuration) {
        RecordPlace place = RecordPlace.of(recipe.input(), file.file(), null);
        try (RecordReader reader = FileSlice.whole(recipe.input(), file).open(place, Set.of(), configuration)) {
            Found found = reader == null ? null : reader.next();
            while (found != null && reader != null) {
                table.add(found);
                found = reader.next();
            }
        } catch (IOException e) {
            throw new InputRefused(file.file().name() + ": damaged: " + Sniffer.reason(e), e);
        }
    }
}
