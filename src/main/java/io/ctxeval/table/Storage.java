package io.ctxeval.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The one place that opens file systems. Local disks are opened raw: Hadoop's checksum layer over them keeps bytes back on
 * {@code hsync}, and renames a file and its {@code .crc} one after the other, so that a kill between leaves an unreadable file
 * (feasibility.md D).
 */
public final class Storage {
    /** Stores on which a single put is atomic and a rename is a copy. */
    private static final Set<String> OBJECT_STORES = Set.of("s3", "s3a", "s3n", "gs", "oss", "obs", "cosn");

    private final Configuration configuration;

    public Storage(Configuration configuration) {
        this.configuration = configuration;
    }

    /** Storage as the Hadoop configuration files on the class path describe it, for commands that need no Spark. */
    public static Storage ofClassPath() {
        return new Storage(new Configuration());
    }

    public Configuration configuration() {
        return configuration;
    }

    /** The file system of a path, without checksum files on local disks. */
    public FileSystem fileSystem(Path path) throws IOException {
        FileSystem found = path.getFileSystem(configuration);
        return found instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : found;
    }

    /** Whether a folder can be renamed in one step: on disks and HDFS, not on object stores. */
    public boolean renamesAtomically(FileSystem files) {
        return !OBJECT_STORES.contains(files.getUri().getScheme());
    }

    /**
     * A new file; missing folders are made.
     *
     * @throws IOException if the file exists: nothing is ever overwritten
     */
    public FSDataOutputStream create(Path file) throws IOException {
        return fileSystem(file).create(file, false);
    }

    public FSDataInputStream open(Path file) throws IOException {
        return fileSystem(file).open(file);
    }

    public boolean exists(Path path) throws IOException {
        return fileSystem(path).exists(path);
    }

    /**
     * Whether there is a folder.
     *
     * @param path on any file system that Hadoop opens
     */
    public boolean isFolder(String path) throws IOException {
        Path folder = new Path(path);
        try {
            return fileSystem(folder).getFileStatus(folder).isDirectory();
        } catch (FileNotFoundException absent) {
            return false;
        }
    }

    /** The whole content of a small file. */
    public byte[] read(Path file) throws IOException {
        try (InputStream in = open(file)) {
            return in.readAllBytes();
        }
    }

    /**
     * The whole content of a small file, if there is one.
     *
     * @param path on any file system that Hadoop opens
     */
    public Optional<byte[]> readIfThere(String path) throws IOException {
        return readIfThere(new Path(path));
    }

    /** The whole content of a small file, if there is one. */
    public Optional<byte[]> readIfThere(Path file) throws IOException {
        FileSystem system = fileSystem(file);
        try {
            return system.getFileStatus(file).isFile() ? Optional.of(read(file)) : Optional.empty();
        } catch (FileNotFoundException absent) {
            return Optional.empty();
        }
    }

    /**
     * Names of the files of a folder, those changed last first; of equals by name. None where there is no folder.
     *
     * @param path on any file system that Hadoop opens
     * @param limit most names
     */
    public List<String> newestFiles(String path, int limit) throws IOException {
        Path folder = new Path(path);
        try {
            return Arrays.stream(fileSystem(folder).listStatus(folder))
                    .filter(FileStatus::isFile)
                    .sorted(Comparator.comparingLong(FileStatus::getModificationTime)
                            .reversed()
                            .thenComparing(file -> file.getPath().getName()))
                    .limit(limit)
                    .map(file -> file.getPath().getName())
                    .toList();
        } catch (FileNotFoundException absent) {
            return List.of();
        }
    }

    /** Writes a new small file. */
    public void write(Path file, byte[] content) throws IOException {
        try (OutputStream out = create(file)) {
            out.write(content);
        }
    }

    /** Puts a small file in the place of what was there; see {@link #replace(Path, byte[])}. */
    public void replace(String path, byte[] content) throws IOException {
        replace(new Path(path), content);
    }

    /**
     * Puts a small pointer file in the place of what was there: readers see the old content or the new one, never a part or
     * nothing.
     */
    public void replace(Path pointer, byte[] content) throws IOException {
        FileSystem files = fileSystem(pointer);
        if (files instanceof RawLocalFileSystem local) {
            replaceLocally(local.pathToFile(pointer).toPath(), content);
        } else if (OBJECT_STORES.contains(files.getUri().getScheme())) {
            try (OutputStream out = files.create(pointer, true)) {
                out.write(content);
            }
        } else {
            Path fresh = new Path(pointer.getParent(), hiddenNameFor(pointer.getName()));
            write(fresh, content);
            FileContext.getFileContext(files.getUri(), configuration).rename(fresh, pointer, Options.Rename.OVERWRITE);
        }
    }

    private static void replaceLocally(java.nio.file.Path pointer, byte[] content) throws IOException {
        java.nio.file.Path folder = pointer.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("not a file: " + pointer);
        }
        Files.createDirectories(folder);
        java.nio.file.Path fresh = folder.resolve(hiddenNameFor(String.valueOf(pointer.getFileName())));
        try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
        Files.move(fresh, pointer, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String hiddenNameFor(String name) {
        return "." + name + "." + UUID.randomUUID() + ".tmp";
    }
}
