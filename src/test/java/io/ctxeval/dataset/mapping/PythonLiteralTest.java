package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PythonLiteralTest {
    private static List<String> texts(String literal) {
        Node value = PythonLiteral.read(literal);
        assertThat(value).as(literal).isNotNull();
        return value == null
                ? List.of()
                : value.elements().stream().map(Node::text).toList();
    }

    private static String json(String literal) {
        Node value = PythonLiteral.read(literal);
        return value == null ? "refused" : value.json();
    }

    @Test
    void readsBothKindsOfQuotes() {
        assertThat(texts("['c1', \"it's c2\"]")).containsExactly("c1", "it's c2");
    }

    @Test
    void resolvesEveryEscapeThatReprWrites() {
        assertThat(texts("['a\\n\\t\\\\\\'\\xa0\\u2013\\U0001f600']"))
                .containsExactly("a\n\t\\'\u00a0\u2013\ud83d\ude00");
    }

    @Test
    void readsPrefixes() {
        assertThat(texts("[r'a\\n', u'b', b'caf\\xc3\\xa9']")).containsExactly("a\\n", "b", "caf\u00e9");
    }

    @Test
    void readsConstantsAndNumbersAsTheyAreSpelt() {
        assertThat(json("[None, True, False, nan, 1.0, -3, 2e5]")).isEqualTo("[null, true, false, null, 1.0, -3, 2e5]");
    }

    @Test
    void readsTuplesAndNestedDictionaries() {
        assertThat(json("({'text': 'a', 'n': (1,)}, ())")).isEqualTo("[{\"text\": \"a\", \"n\": [1]}, []]");
    }

    @Test
    void readsWhatNumpyPrintsWithoutCommas() {
        assertThat(texts("['a' 'b'\n 'c']")).containsExactly("a", "b", "c");
    }

    @Test
    void readsNumpyArraysInsideLists() {
        assertThat(json("array(['a', 'b'], dtype=object)")).isEqualTo("[\"a\", \"b\"]");
        assertThat(json("[array(['a'],\n      dtype='<U1'), np.str_('b'), np.float64(0.5)]"))
                .isEqualTo("[[\"a\"], \"b\", 0.5]");
    }

    @Test
    void writesNumpysNumbersAsJsonAllowsThem() {
        assertThat(json("[1. .5]")).isEqualTo("[1, 0.5]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[Document(id='1', content: 'x')]",
                "['a', ...]",
                "['a'",
                "['a'] b",
                "['a''b']",
                "(1)",
                "(see above)",
                "['\\xg0']",
                "['\\U00110000']",
                "[1, Timestamp('2020')]",
                "{'a': 1, 2}",
                ""
            })
    void refusesWhatIsNoLiteral(String text) {
        assertThat(PythonLiteral.read(text)).isNull();
    }

    @Test
    void refusesEndlessNestingInsteadOfOverflowing() {
        assertThat(PythonLiteral.read("[".repeat(100_000) + "]".repeat(100_000)))
                .isNull();
    }
}
