package io.ctxeval.dataset;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A listed file as Parquet's reader wants it. */
record ParquetInput(ListedFile file, Configuration configuration) implements InputFile {
    @Override
    public long getLength() {
        return file.length();
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
        return HadoopStreams.wrap(RawFiles.open(file, configuration));
    }

    @Override
    public String toString() {
        return file.name();
    }
}
