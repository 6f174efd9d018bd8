package io.ctxeval.dataset;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.Type;

/**
 * What a Parquet file says of itself.
 *
 * @param columns top-level columns, in their order
 * @param rows number of rows
 * @param codecs names of the compressions in use
 */
record ParquetFooter(List<String> columns, long rows, List<String> codecs) {
    /** Needs a native library that comes with neither Spark nor Hadoop. */
    private static final String UNREAD_CODEC = "BROTLI";

    /**
     * Reads the footer.
     *
     * @throws IOException if the file is cut or no Parquet file
     * @throws InputRefused if two columns differ only in case, or the compression isn't read
     */
    static ParquetFooter of(ListedFile file, Configuration configuration) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new ParquetInput(file, configuration))) {
            ParquetMetadata footer = reader.getFooter();
            List<String> columns = footer.getFileMetaData().getSchema().getFields().stream()
                    .map(Type::getName)
                    .toList();
            refuseTwins(file, columns);
            TreeSet<String> codecs = new TreeSet<>();
            for (BlockMetaData block : footer.getBlocks()) {
                for (ColumnChunkMetaData column : block.getColumns()) {
                    codecs.add(column.getCodec().name());
                }
            }
            if (codecs.contains(UNREAD_CODEC)) {
                throw new InputRefused(
                        file.name()
                                + ": its columns are packed with brotli, which isn't read; write it with zstd, gzip or snappy",
                        null);
            }
            return new ParquetFooter(columns, reader.getRecordCount(), new ArrayList<>(codecs));
        } catch (InputRefused e) {
            throw e;
        } catch (RuntimeException e) {
            // what Parquet throws for a file that is none, or that is cut
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void refuseTwins(ListedFile file, List<String> columns) {
        Map<String, String> seen = new TreeMap<>();
        for (String column : columns) {
            String twin = seen.putIfAbsent(column.toLowerCase(Locale.ROOT), column);
            if (twin != null) {
                throw new InputRefused(
                        file.name() + ": has both a column `" + twin + "` and a column `" + column
                                + "`; names that differ only in case are one column here: rename one",
                        null);
            }
        }
    }
}
