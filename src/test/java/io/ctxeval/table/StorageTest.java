package io.ctxeval.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTest {
    private final Storage storage = new Storage(new Configuration(false));

    @TempDir
    java.nio.file.Path folder;

    @Test
    void opensLocalDisksWithoutTheChecksumLayer() throws IOException {
        Path file = new Path(folder.resolve("deep/er/file").toUri());
        assertThat(storage.fileSystem(file)).isNotInstanceOf(ChecksumFileSystem.class);
        try (FSDataOutputStream out = storage.create(file)) {
            assertThat(out.hasCapability("hsync")).isTrue();
        }
    }

    @Test
    void replacesAPointerAndLeavesNothingElseBehind() throws IOException {
        Path pointer = new Path(folder.resolve("runs/latest.json").toUri());
        storage.replace(pointer, "first".getBytes(StandardCharsets.UTF_8));
        storage.replace(pointer, "second".getBytes(StandardCharsets.UTF_8));
        assertThat(storage.read(pointer)).asString(StandardCharsets.UTF_8).isEqualTo("second");
        try (var files = Files.list(folder.resolve("runs"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void refusesToWriteWhereSomethingIs() throws IOException {
        Path file = new Path(folder.resolve("once").toUri());
        storage.write(file, new byte[] {1});
        assertThatThrownBy(() -> storage.write(file, new byte[] {2})).isInstanceOf(IOException.class);
        assertThat(storage.read(file)).containsExactly(1);
    }
}
