package io.ctxeval.dataset;

import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Opens files on any file system that Hadoop knows. On local disks it goes below the checksum file system, which can't read a
 * file with a colon in its name.
 */
final class RawFiles {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/.*");

    private RawFiles() {}

    /** A path as a user wrote it: a colon makes a scheme only where a slash follows. */
    static Path pathOf(String written) {
        return hasScheme(written) ? new Path(written) : new Path(null, null, written);
    }

    static boolean hasScheme(String written) {
        return SCHEME.matcher(written).matches();
    }

    static FileSystem fileSystem(Path path, Configuration configuration) throws IOException {
        FileSystem found = path.getFileSystem(configuration);
        return found instanceof LocalFileSystem local ? local.getRawFileSystem() : found;
    }

    static FSDataInputStream open(ListedFile file, Configuration configuration) throws IOException {
        Path path = new Path(file.path());
        return fileSystem(path, configuration).open(path);
    }
}
