package io.ctxeval.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.Serializable;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file or a part of one, as one task reads it.
 *
 * @param input index of the plan's input
 * @param from first byte, on disk
 * @param to end, exclusive
 */
record FileSlice(int input, SniffedFile file, long from, long to) implements Serializable {
    static FileSlice whole(int input, SniffedFile file) {
        return new FileSlice(input, file, 0, file.file().length());
    }

    /**
     * Opens the slice; null where it holds nothing to read.
     *
     * @param place what its records have in common
     * @param validatedLater columns whose JSON a later reader validates
     * @throws IOException if the file can't be read: it is damaged
     */
    @Nullable RecordReader open(RecordPlace place, Set<String> validatedLater, Configuration configuration) throws IOException {
        ListedFile listed = file.file();
        Container container = file.container();
        if (container instanceof Container.Empty) {
            return null;
        } else if (container instanceof Container.Damaged damaged) {
            throw new IOException(damaged.reason());
        } else if (container instanceof Container.Parquet) {
            return new ParquetRecords(listed, from, to, place, configuration);
        }
        FSDataInputStream packed = RawFiles.open(listed, configuration);
        try {
            if (container instanceof Container.JsonLines) {
                return lines(packed, place, validatedLater, configuration);
            }
            if (container instanceof Container.Trec trec) {
                return trec(packed, trec.shape(), place, configuration);
            }
            InputStream source = file.compression().unpack(packed, configuration);
            if (container instanceof Container.Csv csv) {
                return new CsvRecords(source, csv.dialect(), place);
            }
            return document(source, place, validatedLater);
        } catch (IOException | RuntimeException e) {
            packed.close();
            throw e;
        }
    }

    private RecordReader lines(
            FSDataInputStream packed, RecordPlace place, Set<String> validatedLater, Configuration configuration)
            throws IOException {
        if (file.compression() != Compression.NONE) {
            InputStream source = file.compression().unpack(packed, configuration);
            return new JsonLineRecords(source, 0, Long.MAX_VALUE, place, validatedLater);
        }
        packed.seek(Math.max(0, from - 1));
        return new JsonLineRecords(packed, from, to, place, validatedLater);
    }

    private RecordReader trec(FSDataInputStream packed, TrecShape shape, RecordPlace place, Configuration configuration)
            throws IOException {
        if (file.compression() != Compression.NONE) {
            InputStream source = file.compression().unpack(packed, configuration);
            return new TrecRecords(source, 0, Long.MAX_VALUE, shape, place);
        }
        packed.seek(Math.max(0, from - 1));
        return new TrecRecords(packed, from, to, shape, place);
    }

    private static RecordReader document(InputStream source, RecordPlace place, Set<String> validatedLater)
            throws IOException {
        PushbackInputStream text = new PushbackInputStream(source, ByteOrderMark.HEAD);
        byte[] head = text.readNBytes(ByteOrderMark.HEAD);
        int mark = ByteOrderMark.of(head) == ByteOrderMark.UTF_8 ? ByteOrderMark.HEAD : 0;
        text.unread(head, mark, head.length - mark);
        return new JsonDocumentRecords(text, mark, place, validatedLater);
    }
}
