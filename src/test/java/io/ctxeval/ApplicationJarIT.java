package io.ctxeval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            "io/github/resilience4j/");

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

    private static Path applicationJar() throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of("target"), "ctxeval-*-app.jar")) {
            List<Path> found = new ArrayList<>();
            jars.forEach(found::add);
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }
}
