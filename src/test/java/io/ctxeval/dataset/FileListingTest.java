package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileListingTest {
    @TempDir
    Path folder;

    @Test
    void listsASingleFileWhateverItsName() throws IOException {
        Path file = write("notes.txt");
        assertThat(listing(file.toString()).files()).singleElement().satisfies(found -> {
            assertThat(found.name()).isEqualTo(file.toString());
            assertThat(found.named()).isTrue();
            assertThat(found.length()).isEqualTo(2);
            assertThat(found.partitions()).isEmpty();
        });
    }

    @Test
    void walksPlainSubfoldersInTheOrderOfNames() throws IOException {
        write("b/2.jsonl");
        write("b/1.jsonl");
        write("a.jsonl");
        write("c/deep/er.csv");
        assertThat(names(listing(folder.toString())))
                .containsExactly("a.jsonl", "b/1.jsonl", "b/2.jsonl", "c/deep/er.csv");
    }

    @Test
    void leavesHiddenNamesOutAndCountsThem() throws IOException {
        write("a.jsonl");
        write("_SUCCESS");
        write(".a.jsonl.crc");
        write("_temporary/part.jsonl");
        FileListing listing = listing(folder.toString());
        assertThat(names(listing)).containsExactly("a.jsonl");
        assertThat(listing.hidden()).isEqualTo(3);
    }

    @Test
    void refusesALinkToAFolderThatIsReadAlready() throws IOException {
        write("a.jsonl");
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("."));

        assertThatThrownBy(() -> listing(folder.toString()))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("loop: is a link to");
    }

    @Test
    void refusesALinkToNothing() throws IOException {
        write("a.jsonl");
        Files.createSymbolicLink(folder.resolve("b.jsonl"), Path.of("gone.jsonl"));

        assertThatThrownBy(() -> listing(folder.toString()))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("b.jsonl: is a link to gone.jsonl, where nothing is");
    }

    @Test
    void followsALinkToAFolderElsewhere() throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("x.jsonl"), "{}");
        Path inputs = Files.createDirectories(folder.resolve("inputs"));
        Files.createSymbolicLink(inputs.resolve("linked"), elsewhere);

        assertThat(listing(inputs.toString()).files()).hasSize(1);
    }

    @Test
    void keepsPartitionValuesAsText() throws IOException {
        write("retriever_version=1.10/x.jsonl");
        write("retriever_version=1.1/x.jsonl");
        write("retriever_version=02/x.jsonl");
        write("retriever_version=a%2Fb c/x.jsonl");
        write("retriever_version=__HIVE_DEFAULT_PARTITION__/x.jsonl");
        assertThat(listing(folder.toString()).files().stream()
                        .map(file -> file.partitions().get("retriever_version")))
                .containsExactly("02", "1.1", "1.10", null, "a/b c");
    }

    @Test
    void readsAFileBesidePartitionFoldersWithoutTheColumn() throws IOException {
        write("x.jsonl");
        write("v=1/x.jsonl");
        assertThat(listing(folder.toString()).files().stream().map(ListedFile::partitions))
                .containsExactly(Map.of("v", "1"), Map.of());
    }

    @Test
    void readsPartitionsOfAGlobsOwnFolders() throws IOException {
        write("export/v=1/night=2026-01-01/x.jsonl");
        write("export/v=2/x.jsonl");
        write("export/other/x.jsonl");
        FileListing listing = listing(folder + "/export/v=*/");
        assertThat(listing.files().stream().map(ListedFile::partitions))
                .containsExactly(Map.of("v", "1", "night", "2026-01-01"), Map.of("v", "2"));
    }

    @Test
    void takesAFolderNamedWithUnderscoreAndEqualsSignForAPartition() throws IOException {
        write("_v=1/x.jsonl");
        assertThat(listing(folder.toString()).files().get(0).partitions()).containsExactly(Map.entry("_v", "1"));
    }

    @Test
    void leavesStrayFilesInFoldersOutAndNamesThem() throws IOException {
        write("runs/a.parquet");
        write("runs/tmp/progress.txt");
        write("README.md");
        write("000000_0");
        FileListing listing = listing(folder.toString());
        assertThat(names(listing)).containsExactly("000000_0", "runs/a.parquet");
        assertThat(listing.strays()).map(this::shortName).containsExactly("README.md", "runs/tmp/progress.txt");
    }

    @Test
    void takesOnlyTheWantedKindFromAFolder() throws IOException {
        write("a.csv");
        write("a.jsonl");
        FileListing listing = FileListing.of(folder.toString(), FileKind.CSV, new Configuration());
        assertThat(names(listing)).containsExactly("a.csv");
        assertThat(listing.strays()).hasSize(1);
    }

    @Test
    void matchesGlobsInAnyPartAndWithAlternatives() throws IOException {
        write("a1/x.csv");
        write("a2/x.tsv");
        write("b1/x.csv");
        assertThat(names(listing(folder + "/a*/*.{csv,tsv}"))).containsExactly("a1/x.csv", "a2/x.tsv");
        assertThat(names(listing(folder + "/[ab]1/x.csv"))).containsExactly("a1/x.csv", "b1/x.csv");
    }

    @Test
    void prefersAFileOfThatVeryNameToAGlob() throws IOException {
        write("x[1].csv");
        write("x1.csv");
        assertThat(names(listing(folder + "/x[1].csv"))).containsExactly("x[1].csv");
    }

    @Test
    void readsNamesWithColons() throws IOException {
        write("top_k:2__chunk:64.csv");
        assertThat(names(listing(folder + "/top_k:2__chunk:64.csv"))).containsExactly("top_k:2__chunk:64.csv");
        assertThat(names(listing(folder + "/top*:64.csv"))).containsExactly("top_k:2__chunk:64.csv");
        assertThat(names(listing(folder.toString()))).containsExactly("top_k:2__chunk:64.csv");
    }

    @Test
    void namesFilesOfRelativePathsRelatively() {
        assertThat(listing("pom.xml").files().get(0).name()).isEqualTo("pom.xml");
        assertThat(listing("./pom.xml").files().get(0).name()).isEqualTo("pom.xml");
    }

    @Test
    void refusesWhatIsNotThere() {
        assertThatThrownBy(() -> listing(folder + "/none.jsonl"))
                .isInstanceOf(InputRefused.class)
                .hasMessage(folder + "/none.jsonl: nothing is there");
        assertThatThrownBy(() -> listing(folder + "/*.jsonl"))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("no file matches");
        assertThatThrownBy(() -> listing("nosuchscheme://x/y.jsonl"))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("nosuchscheme");
    }

    private FileListing listing(String path) {
        return FileListing.of(path, null, new Configuration());
    }

    private java.util.List<String> names(FileListing listing) {
        return listing.files().stream().map(file -> shortName(file.name())).toList();
    }

    private String shortName(@Nullable String name) {
        return folder.relativize(Path.of(String.valueOf(name))).toString();
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "{}");
    }
}
