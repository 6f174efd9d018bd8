package io.ctxeval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The application jar brings what a cluster lacks, and nothing that it has. */
class ApplicationJarIT {
    private static final List<String> OURS = List.of(
            "io/ctxeval/",
            "picocli/",
            "com/knuddels/jtokkit/",
            "org/apache/commons/csv/",
            "org/apache/commons/statistics/",
            "org/apache/commons/rng/",
            "org/apache/commons/numbers/",
            "org/jspecify/annotations/",
            "io/github/resilience4j/",
            "ai/onnxruntime/",
            "ThirdPartyNotices.txt", // of ONNX Runtime
            "all-minilm-l6-v2-q.onnx",
            "all-minilm-l6-v2-q-tokenizer.json");

    private static final long MOST_BYTES = 60_000_000;

    @Test
    void holdsOurClassesAndTheLibrariesThatClustersLack() throws IOException {
        List<String> foreign = new ArrayList<>();
        List<String> files = new ArrayList<>();
        try (JarFile jar = new JarFile(applicationJar().toFile())) {
            jar.stream().filter(entry -> !entry.isDirectory()).forEach(entry -> {
                String name = entry.getName();
                if (name.startsWith("META-INF/")) {
                    files.add(name.substring("META-INF/".length()));
                } else if (OURS.stream().noneMatch(name::startsWith)) {
                    foreign.add(name);
                }
            });
            assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo("io.ctxeval.Ctxeval");
            assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Version"))
                    .isNotBlank();
        }

        assertThat(foreign).isEmpty();
        assertThat(files)
                .contains("MANIFEST.MF", "LICENSE", "NOTICE")
                .allMatch(name ->
                        List.of("MANIFEST.MF", "LICENSE", "NOTICE").contains(name) || name.startsWith("services/"));
    }

    @Test
    void isSmallAndHoldsTheNativeLibrariesWithoutDebugSymbols() throws IOException {
        assertThat(Files.size(applicationJar())).isLessThanOrEqualTo(MOST_BYTES);
        try (JarFile jar = new JarFile(applicationJar().toFile())) {
            List<String> names = jar.stream().map(JarEntry::getName).toList();
            assertThat(names)
                    .contains(
                            "ai/onnxruntime/native/linux-x64/libonnxruntime.so",
                            "ai/onnxruntime/native/linux-x64/libonnxruntime4j_jni.so",
                            "ai/onnxruntime/native/linux-aarch64/libonnxruntime.so",
                            "ai/onnxruntime/native/linux-aarch64/libonnxruntime4j_jni.so")
                    .noneMatch(name -> name.contains(".dSYM") || name.endsWith(".pdb"));
        }
    }

    private static Path applicationJar() throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of("target"), "ctxeval-*-app.jar")) {
            List<Path> found = new ArrayList<>();
            jars.forEach(found::add);
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }
}
