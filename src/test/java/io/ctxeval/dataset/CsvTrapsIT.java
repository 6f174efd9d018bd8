package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The traps of formats.md 3.1 (CSV, TSV) and 3.2 (lists in cells), one a row. */
class CsvTrapsIT {
    @TempDir
    Path folder;

    static Stream<Trap> cells() {
        return Stream.of(
                questions("doubled quotes of RFC 4180")
                        .row("q1,\"say \"\"hi\"\", twice\"", "q1 -> say \"hi\", twice | null | null")
                        .row("q2,\"\"\"\"\"\"", "q2 -> \"\" | null | null"),
                questions("a backslash before the closing quote")
                        .row("q1,\"C:\\dir\\\"", "q1 -> C:\\dir\\ | null | null")
                        .row("q2,a2", "q2 -> a2 | null | null"),
                questions("line breaks in fields")
                        .row("q1,\"one\ntwo\r\n\r\nthree\"", "q1 -> one\ntwo\r\n\r\nthree | null | null")
                        .row("q2,\"\n\"", "q2 -> \n | null | null")
                        .row("q3,a3", "q3 -> a3 | null | null"),
                questions("an empty cell against an empty text")
                        .row("q1,", "q1 -> null | null | null")
                        .row("q2,\"\"", "q2 ->  | null | null"),
                Trap.of("headers in another order, or with other columns, in each file")
                        .in("a.csv")
                        .above("question,answer\n")
                        .row("q1,a1", "q1 -> a1 | null | null")
                        .row("q2,a2", "q2 -> a2 | null | null")
                        .in("b.csv")
                        .above("answer,contexts,question\n")
                        .row("a3,\"[\"\"c3\"\"]\",q3", "q3 -> a3 | [c3] | null")
                        .row("a4,,q4", "q4 -> a4 | null | null")
                        .in("c.csv")
                        .above("question\n")
                        .row("q5", "q5 -> null | null | null"),
                questions("short and long rows")
                        .row("q1", "rejected found 1 cell, expected 2 as in the header")
                        .row("q2,a2", "q2 -> a2 | null | null")
                        .row("q3,a3,surplus", "rejected found 3 cells, expected 2 as in the header"),
                Trap.of("columns without a name: an index of pandas, a comma at the end of the header")
                        .in("a.csv")
                        .above(",question,answer,\n")
                        .row("0,q1,a1,", "q1 -> a1 | null | null")
                        .row("1,q2,a2", "q2 -> a2 | null | null"),
                Trap.of("a byte order mark")
                        .in("a.csv")
                        .above("\uFEFFquestion,answer\n")
                        .row("q1,a1", "q1 -> a1 | null | null")
                        .row("q2,\uFEFFa2", "q2 -> \uFEFFa2 | null | null"),
                Trap.of("UTF-16 told by its mark")
                        .in("a.csv")
                        .encoded(StandardCharsets.UTF_16LE)
                        .above("\uFEFFquestion,answer\n")
                        .row("q1,\"é\n\u20AC\"", "q1 -> é\n\u20AC | null | null")
                        .row("\u010A,\u0A0A", "\u010A -> \u0A0A | null | null")
                        .in("b.csv")
                        .encoded(StandardCharsets.UTF_16BE)
                        .above("\uFEFFquestion,answer\n")
                        .row("q3,\uD83D\uDE00", "q3 -> \uD83D\uDE00 | null | null"),
                Trap.of("UTF-16 without a mark, by option")
                        .options(Map.of("encoding", "UTF-16BE"))
                        .in("a.csv")
                        .encoded(StandardCharsets.UTF_16BE)
                        .above("question,answer\n")
                        .row("q1,é", "q1 -> é | null | null"),
                Trap.of("Latin-1 by option")
                        .options(Map.of("encoding", "windows-1252"))
                        .in("a.csv")
                        .encoded(Charset.forName("windows-1252"))
                        .above("question,answer\n")
                        .row("q1,caf\u00E9 \u20AC", "q1 -> caf\u00E9 \u20AC | null | null"),
                Trap.of("Latin-1 that isn't said")
                        .in("a.csv")
                        .encoded(Charset.forName("windows-1252"))
                        .above("question,answer\n")
                        .row("q1,caf\u00E9", "q1 -> caf\uFFFD | null | null")
                        .row("q2,tea", "q2 -> tea | null | null"),
                questions("blanks after the comma before a quote")
                        .row("q1, \"a1\"", "q1 ->  \"a1\" | null | null")
                        .row("q2,\t\"a2", "q2 -> \t\"a2 | null | null")
                        .row("q3,\"a3\"", "q3 -> a3 | null | null"),
                Trap.of("TSV without quoting, by option")
                        .options(Map.of("quote", ""))
                        .in("a.tsv")
                        .above("question\tanswer\n")
                        .row("q1\tan \"odd", "q1 -> an \"odd | null | null")
                        .row("\"q2\t6\" pipe", "\"q2 -> 6\" pipe | null | null")
                        .row("q3\ta3", "q3 -> a3 | null | null"),
                Trap.of("TSV with an odd quote that wasn't said to mean nothing")
                        .in("a.tsv")
                        .above("question\tanswer\n")
                        .row("q1\ta1", "q1 -> a1 | null | null")
                        .row("q2\t\"odd", "rejected odd quote: the one that opens cell 2 …")
                        .row("q3\ta3", "q3 -> a3 | null | null"),
                Trap.of("TSV of pandas, which quotes")
                        .in("a.tsv")
                        .above("\tquestion\tanswer\n")
                        .row("0\tq1\t\"tab\there\"", "q1 -> tab\there | null | null"),
                Trap.of("NA, nan, None and null: null as a list, text as an answer")
                        .in("a.csv")
                        .above("question,answer,contexts\n")
                        .row("NA,NA,NA", "NA -> NA | null | null")
                        .row("nan,nan,nan", "nan -> nan | null | null")
                        .row("None,None,None", "None -> None | null | null")
                        .row("null,null,null", "null -> null | null | null")
                        .row("q,\"None \",None of these", "q -> None  | [None of these] | null"),
                questions("texts that look like numbers and dates")
                        .row("1.0,007", "1.0 -> 007 | null | null")
                        .row("2024-01-02,1e400", "2024-01-02 -> 1e400 | null | null")
                        .row("true,-0", "true -> -0 | null | null"));
    }

    static Stream<Trap> lists() {
        return Stream.of(
                lists("JSON: a list, a text, an object with a list in it")
                        .row(cell("[\"c1\", \"c, 2\"]"), chunks("c1, c, 2"))
                        .row(cell("\"x\""), chunks("x"))
                        .row(cell("{\"sentences\":[\"s1\",\"s2\"]}"), chunks("s1, s2")),
                lists("Python's repr of a list")
                        .row(cell("['it is', \"it's\"]"), chunks("it is, it's"))
                        .row(
                                cell("['a\\nb\\tc', '\\xa0\\u00e9\\U0001F600', None, True]"),
                                chunks("a\nb\tc, \u00A0\u00E9\uD83D\uDE00, , true"))
                        .row(cell("('tuple', 'of two')"), chunks("tuple, of two"))
                        .row(cell("[{'text': \"it's\", 'score': None}]"), chunks("it's")),
                lists("numpy's print without commas")
                        .row(cell("['first chunk'\n 'second chunk']"), chunks("first chunk, second chunk"))
                        .row(cell("array(['a', 'b'], dtype=object)"), chunks("a, b"))
                        .row(cell("[array(['a', 'b'],\n      dtype=object)]"), chunks("a, b")),
                lists("objects that print themselves")
                        .row(
                                cell("Document(id=1, content: 'text, with a comma')"),
                                chunks("Document(id=1, content: 'text, with a comma')"))
                        .row(
                                cell("[Document(page_content='x'), Document(page_content='y')]"),
                                chunks("[Document(page_content='x'), Document(page_content='y')]")),
                lists("chunks joined by a mark, which nobody said").row(cell("one|two"), chunks("one|two")),
                lists("chunks joined by a mark, as the mapping says")
                        .fields("input", "question", "context", "chunks(contexts, '|')")
                        .row(cell("one|two"), chunks("one, two"))
                        .row(cell("[\"a|b\"]"), chunks("a|b")),
                lists("a plain text with commas")
                        .row(cell("first, second, and third"), chunks("first, second, and third")),
                lists("elements that are objects")
                        .row(cell("[{\"text\":\"t\",\"content\":\"c\"}]"), chunks("t"))
                        .row(cell("[{\"content\":\"c\"},{\"page_content\":\"p\"}]"), chunks("c, p"))
                        .row(
                                cell("[{\"document\":{\"content\":\"dc\"}},{\"document.content\":\"d.c\"}]"),
                                chunks("dc, d.c"))
                        .row(cell("[{\"chunk\":\"ch\"},{\"body\":\"b\"},{\"contents\":\"cs\"}]"), chunks("ch, b, cs"))
                        .row(cell("[{\"other\":1.0}]"), chunks("{\"other\":1.0}")),
                lists("lists in lists, empty ones too")
                        .row(cell("[[\"a\",\"b\"],[\"c\"]]"), chunks("a, b, c"))
                        .row(cell("[[]]"), chunks(""))
                        .row(cell("[[\"a\"],[],[[\"b\"]]]"), chunks("a, b")),
                lists("a null element").row(cell("[\"a\",null,\"c\"]"), chunks("a, , c")),
                lists("null, missing, NaN and the empty list")
                        .row("q,null", "q -> null | null | null")
                        .row("q,", "q -> null | null | null")
                        .row("q,NaN", "q -> null | null | null")
                        .row("q,[]", chunks("")));
    }

    @ParameterizedTest
    @MethodSource({"cells", "lists"})
    void isRead(Trap trap) throws IOException, PlanRefused {
        trap.read(folder);
    }

    @Test
    void moreThanTwentyThousandColumnsAreRead() throws IOException, PlanRefused {
        String more = IntStream.range(0, 20_500).mapToObj(i -> ",c" + i).collect(Collectors.joining());
        Trap.of("more than 20,480 columns")
                .in("a.csv")
                .above("question" + more + ",answer\n")
                .row("q1" + more + ",a1", "q1 -> a1 | null | null")
                .row("q2" + more + ",a2", "q2 -> a2 | null | null")
                .read(folder);
    }

    @Test
    void columnsOfOneNameStopTheRun() throws IOException {
        for (String header : new String[] {"question,answer,answer", "question,answer,ANSWER"}) {
            Path file = Files.writeString(folder.resolve("a.csv"), header + "\nq,a,b\n");
            assertThatThrownBy(() -> InputsFixture.open(file.toString()))
                    .isInstanceOf(InputRefused.class)
                    .hasMessageContaining("a.csv: line 1: the header has ")
                    .hasMessageContaining("`answer`");
        }
    }

    @Test
    void utf16WithoutAMarkStopsTheRun() throws IOException {
        for (Charset charset : new Charset[] {StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE}) {
            Path file = Files.write(folder.resolve("a.csv"), "question\nq\n".getBytes(charset));
            assertThatThrownBy(() -> InputsFixture.open(file.toString()))
                    .isInstanceOf(InputRefused.class)
                    .hasMessageContaining("a.csv")
                    .hasMessageContaining("options.encoding");
        }
    }

    @Test
    void charactersThatWereReplacedAreCounted() throws IOException, PlanRefused {
        Files.write(
                folder.resolve("a.csv"), "question,answer\ncaf\u00E9,\u00FC\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(InputsFixture.open(folder.toString()).reports().get(0).replacementCharacters())
                .isEqualTo(2);
    }

    @Test
    void listsThatCouldNotBeParsedAreCounted() throws IOException, PlanRefused {
        Files.writeString(folder.resolve("a.csv"), "question,contexts\nq,Document(content=x)\nq,plain\n");
        assertThat(InputsFixture.open(folder.toString()).reports().get(0).unparsedLists())
                .isEqualTo(1);
    }

    private static Trap questions(String name) {
        return Trap.of(name).in("a.csv").above("question,answer\n");
    }

    private static Trap lists(String name) {
        return Trap.of(name).in("a.csv").above("question,contexts\n");
    }

    private static String cell(String list) {
        return "q,\"" + list.replace("\"", "\"\"") + "\"";
    }

    private static String chunks(String texts) {
        return "q -> null | [" + texts + "] | null";
    }
}
