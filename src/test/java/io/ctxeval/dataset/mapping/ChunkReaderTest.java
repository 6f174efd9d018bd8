package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.ScoringOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkReaderTest {
    private final Tally tally = new Tally();

    private @Nullable List<@Nullable String> cell(String text) {
        return ChunkReader.PLAIN.texts(new CellText(text), null, tally);
    }

    private @Nullable List<@Nullable String> json(String json) {
        return ChunkReader.PLAIN.texts(JsonValue.of(json), null, tally);
    }

    private @Nullable RetrievedContext strict(Node value) {
        return ChunkReader.PLAIN.read(value, null, ChunkReader.Rule.STRICT, tally);
    }

    private static ChunkReader reader(String format, String split) {
        ScoringOptions d = ScoringOptions.DEFAULTS;
        return ChunkReader.of(new ScoringOptions(
                d.tokenizer(),
                d.contextBudget(),
                d.contradictionWeight(),
                d.tokenWeighting(),
                d.includeInput(),
                d.dropInvalidReferences(),
                d.strictEvidence(),
                d.strictSufficiency(),
                d.lenientCitations(),
                d.vacuousFull(),
                d.singleCall(),
                d.maxAspects(),
                format,
                split));
    }

    @Test
    void readsJsonInACell() {
        assertThat(cell("[\"a\", \"b\"]")).containsExactly("a", "b");
        assertThat(cell("{\"sentences\": [\"a\", \"b\"]}")).containsExactly("a", "b");
        assertThat(cell("\"x\"")).containsExactly("x");
    }

    @Test
    void readsPythonInACell() {
        assertThat(cell("['c1', \"it's c2\", None, True]")).containsExactly("c1", "it's c2", null, "true");
        assertThat(cell("('a\\xa0b',)")).containsExactly("a\u00a0b");
        assertThat(cell("[{'page_content': 'p', 'metadata': {}}]")).containsExactly("p");
        assertThat(cell("['a' 'b'\n 'c']")).containsExactly("a", "b", "c");
        assertThat(cell("array(['a', 'b'], dtype=object)")).containsExactly("a", "b");
    }

    @Test
    void keepsObjectReprsWholeAndCountsThem() {
        String repr = "[Document(id=1, content: 'x'), Document(id=2, content: 'y')]";
        assertThat(cell(repr)).containsExactly(repr);
        assertThat(cell("Document(id=1)")).containsExactly("Document(id=1)");
        assertThat(tally.notes().unparsedLists()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"plain, with commas", "[1] According to the manual", "(see above)", "5", "", "\"He\" said \"no\""
            })
    void takesPlainTextAsOneChunk(String text) {
        assertThat(cell(text)).containsExactly(text);
        assertThat(tally.notes().unparsedLists()).isZero();
    }

    @Test
    void splitsAtAMarkOnlyWhereTheMappingSaysSo() {
        assertThat(cell("c1|c2")).containsExactly("c1|c2");
        assertThat(ChunkReader.PLAIN.texts(new CellText("c1|c2"), "|", tally)).containsExactly("c1", "c2");
        assertThat(ChunkReader.PLAIN.texts(JsonValue.of("[\"a|b\"]"), "|", tally))
                .containsExactly("a|b");
    }

    @Test
    void takesAnObjectsTextByTheListOfKeysElseItsJson() {
        assertThat(json(
                        "[{\"content\":\"c\",\"text\":\"t\"}, {\"document.content\":\"d\"}, {\"document\":{\"content\":\"e\"}},"
                                + " {\"a\": 1.0}]"))
                .containsExactly("t", "d", "e", "{\"a\": 1.0}");
    }

    @Test
    void flattensNestedLists() {
        assertThat(json("[[\"a\"], [], [[\"b\"]]]")).containsExactly("a", "b");
        assertThat(json("[[]]")).isEmpty();
        assertThat(strict(JsonValue.of("[[]]"))).isEqualTo(RetrievedContext.Chunks.of());
    }

    @Test
    void keepsThePlaceOfANullElement() {
        assertThat(strict(JsonValue.of("[\"a\", null, NaN]")))
                .isEqualTo(new RetrievedContext.Chunks(List.of(
                        new Chunk(0, "a", false, Chunk.WHOLE),
                        new Chunk(1, "", true, Chunk.WHOLE),
                        new Chunk(2, "", true, Chunk.WHOLE))));
    }

    @Test
    void keepsThePlaceOfAnObjectWhoseTextIsNull() {
        assertThat(json("[\"a\", {\"doc_id\": \"d\", \"text\": null}, {\"page_content\": null, \"metadata\": {}}, "
                        + "{\"document\": {\"content\": null}}, {\"[doc1]\": {\"content\": null, \"title\": \"t\"}}]"))
                .containsExactly("a", null, null, null, null);
        assertThat(json("[{\"text\": null, \"content\": \"c\"}]")).containsExactly("c");
        assertThat(json("[{\"text\": null, \"content\": {\"a\": 1}}]"))
                .containsExactly("{\"text\": null, \"content\": {\"a\": 1}}");
        assertThat(cell("{'text': None}")).containsExactly((String) null);
        assertThat(cell("[{'page_content': 'p'}, {'page_content': None}]")).containsExactly("p", null);
        assertThat(tally.notes().unparsedLists()).isZero();
    }

    @Test
    void takesNullForAnObjectWhoseTextIsNullInAContextOfItsOwnToo() {
        assertThat(strict(JsonValue.of("[{\"text\": null}, {\"text\": \"b\"}]")))
                .isEqualTo(new RetrievedContext.Chunks(
                        List.of(new Chunk(0, "", true, Chunk.WHOLE), new Chunk(1, "b", false, Chunk.WHOLE))));
    }

    @Test
    void keepsAnObjectOfSeveralListsWholeAndCountsIt() {
        String several = "{\"a\":[\"p\"],\"b\":[\"q\"]}";
        assertThat(json(several)).containsExactly(several);
        assertThat(tally.notes().unparsedLists()).isEqualTo(1);
        assertThat(cell(several)).containsExactly(several);
        assertThat(tally.notes().unparsedLists()).isEqualTo(2);
        assertThat(strict(JsonValue.of(several))).isInstanceOf(RetrievedContext.Unusable.class);
        assertThat(json("{\"documents\":[\"p\"],\"passages\":[\"q\"]}"))
                .containsExactly("{\"documents\":[\"p\"],\"passages\":[\"q\"]}");
    }

    @Test
    void takesTheOneListOfAnObjectThatIsMeant() {
        assertThat(json("{\"ids\":[1],\"documents\":[\"p\"]}")).containsExactly("p");
        assertThat(json("{\"a\":[],\"b\":[\"q\"]}")).containsExactly("q");
        assertThat(json("{\"a\":[],\"b\":[]}")).isEmpty();
        assertThat(tally.notes().unparsedLists()).isZero();
    }

    @Test
    void tellsNullFromTheEmptyList() {
        assertThat(json("null")).isNull();
        assertThat(json("NaN")).isNull();
        assertThat(json("[]")).isEmpty();
        assertThat(cell("[]")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NA", "nan", "None", "null", " None "})
    void readsAMissingWordAsNullOnlyWhereItIsTheWholeCell(String word) {
        assertThat(cell(word)).isNull();
        assertThat(json("\"" + word + "\"")).containsExactly(word);
    }

    @Test
    void readsNoListOutOfAJsonText() {
        assertThat(json("\"['a', 'b']\"")).containsExactly("['a', 'b']");
    }

    @Test
    void keepsTheSpellingOfNumbers() {
        assertThat(json("[1.0, 12345678901234567890, 1e400]")).containsExactly("1.0", "12345678901234567890", "1e400");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "[true]", "{}", "{\"a\": 1}", "[{\"a\": 1}]", "[[null]]"})
    void hasNoUsableContextInAValueWithoutText(String json) {
        assertThat(strict(JsonValue.of(json))).isInstanceOf(RetrievedContext.Unusable.class);
    }

    @Test
    void takesTheListInsideAnObject() {
        assertThat(json("{\"citations\": [{\"id\": \"1\", \"content\": \"c\"}]}"))
                .containsExactly("c");
        assertThat(json("{\"text\": [\"a\", \"b\"], \"answer_start\": [1, 2]}")).containsExactly("a", "b");
        assertThat(json("{\"retrievalResults\": [{\"content\": {\"text\": \"c\"}}]}"))
                .containsExactly("c");
    }

    @Test
    void cutsATextIntoParagraphsWithOffsetsInCodePoints() {
        RetrievedContext read = reader("text", "paragraph")
                .read(JsonValue.of("\"\ud83d\ude00a\\n\\nb\\n \\n\\nc\\nd\""), null, ChunkReader.Rule.STRICT, tally);
        assertThat(read)
                .isEqualTo(new RetrievedContext.Chunks(List.of(
                        new Chunk(0, "\ud83d\ude00a", false, 0),
                        new Chunk(1, "b", false, 4),
                        new Chunk(2, "c\nd", false, 9))));
    }

    @Test
    void cutsATextByARegularExpression() {
        RetrievedContext read = reader("text", "passage [0-9]+:")
                .read(JsonValue.of("\"passage 1:aapassage 2:b\""), null, ChunkReader.Rule.STRICT, tally);
        assertThat(Records.chunks(read)).containsExactly("aa", "b");
    }

    @Test
    void readsATextAsJsonArrayWhenTheSettingsSaySo() {
        ChunkReader reader = reader("json_array", "none");
        assertThat(Records.chunks(reader.read(JsonValue.of("\"[\\\"a\\\"]\""), null, ChunkReader.Rule.STRICT, tally)))
                .containsExactly("a");
        assertThat(reader.read(JsonValue.of("\"plain\""), null, ChunkReader.Rule.STRICT, tally))
                .isInstanceOf(RetrievedContext.Unusable.class);
    }
}
