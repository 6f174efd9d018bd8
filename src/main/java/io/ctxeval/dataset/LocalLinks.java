package io.ctxeval.dataset;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Symbolic links in folders of a local disk, which a listing follows without a word: one that leads back would multiply rows, one
 * that leads nowhere would lose them.
 */
final class LocalLinks {
    private final Set<java.nio.file.Path> entered = new HashSet<>();

    /**
     * To be called with each folder before it is listed; folders of other file systems have no links.
     *
     * @throws InputRefused if the folder is read already under another name, or holds a link to nothing
     */
    void enter(Path folder) throws IOException {
        if (!"file".equals(folder.toUri().getScheme())) {
            return;
        }
        java.nio.file.Path local = java.nio.file.Path.of(folder.toUri().getPath());
        java.nio.file.Path real = local.toRealPath();
        if (!entered.add(real)) {
            throw new InputRefused(
                    local + ": is a link to " + real
                            + ", which is read already; its rows would count twice: remove the link",
                    null);
        }
        try (DirectoryStream<java.nio.file.Path> children = Files.newDirectoryStream(local)) {
            for (java.nio.file.Path child : children) {
                boolean hidden = FileListing.isHidden(String.valueOf(child.getFileName()));
                if (!hidden && Files.isSymbolicLink(child) && !Files.exists(child)) {
                    throw new InputRefused(
                            child + ": is a link to " + Files.readSymbolicLink(child)
                                    + ", where nothing is; its rows would be missing: mend or remove the link",
                            null);
                }
            }
        }
    }
}
