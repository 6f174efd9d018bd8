package io.ctxeval.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnpackingTest {
    private static final String NOT_FOUND = "no onnxruntime in java.library.path: /usr/lib";

    @Test
    void aFullFolderForTemporaryFilesIsNamed() {
        assertThat(Unpacking.note(NOT_FOUND, "/scratch", 3L << 20))
                .isEqualTo(
                        " (its library is unpacked into the folder for temporary files, /scratch, which has 3 MB left; 48 MB"
                                + " are enough)");
    }

    @Test
    void aFolderWithRoomAndOtherFailuresAreNoneOfItsConcern() {
        assertThat(Unpacking.note(NOT_FOUND, "/scratch", Unpacking.NEEDED)).isEmpty();
        assertThat(Unpacking.note("failed to map segment", "/scratch", 0)).isEmpty();
    }
}
