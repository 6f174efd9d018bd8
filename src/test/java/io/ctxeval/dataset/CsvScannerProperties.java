package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of cutting CSV, for any text and any size of blocks. */
class CsvScannerProperties {
    private static final String[] PIECES = {
        "\"", "\"\"", ",", "\n", "\r\n", "\r", "a", "bc", " ", "\\", "é", "\uD83D\uDE00", "\",\""
    };
    private static final CSVFormat COMMONS = CSVFormat.RFC4180
            .builder()
            .setQuoteMode(QuoteMode.ALL_NON_NULL)
            .setIgnoreEmptyLines(true)
            .get();

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void readsWellFormedTextAsCommonsCsvDoes(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        String written = wellFormed(random);
        List<String> expected = new ArrayList<>();
        for (CSVRecord record : COMMONS.parse(new StringReader(written))) {
            List<@Nullable String> cells = new ArrayList<>();
            record.forEach(cells::add);
            expected.add(cells.toString());
        }
        List<String> found = new ArrayList<>();
        CsvScanner scanner = scanner(written, random.nextInt(1, 40));
        while (scanner.next()) {
            assertThat(scanner.oddity()).as("seed %d", seed).isNull();
            found.add(scanner.cells().toString());
        }
        assertThat(found).as("seed %d", seed).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void givesEachLineToOneRecordWhateverTheQuotes(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        String text = anything(random);
        String[] lines = text.split("\r\n|\r|\n", -1);
        CsvScanner scanner = scanner(text, random.nextInt(1, 40));
        long next = 1;
        while (scanner.next()) {
            for (; next < scanner.line(); next++) {
                assertThat(lines[(int) next - 1])
                        .as("seed %d, line %d", seed, next)
                        .isEmpty();
            }
            assertThat(scanner.line()).as("seed %d", seed).isEqualTo(next);
            next = scanner.lastLine() + 1;
        }
        for (; next <= lines.length; next++) {
            assertThat(lines[(int) next - 1]).as("seed %d, line %d", seed, next).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void givesTheSameForAnySizeOfBlocks(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        String text = anything(random);
        assertThat(records(scanner(text, random.nextInt(1, 20))))
                .as("seed %d", seed)
                .isEqualTo(records(scanner(text, 1 << 16)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void keepsTheGoodRowsAroundAStrayQuote(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int rows = random.nextInt(2, 30);
        int odd = random.nextInt(rows);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            String cell = random.nextBoolean() ? "\"said \"\"so\"\", twice\"" : "plain";
            text.append(i).append(',').append(i == odd ? "\"stray" : cell).append('\n');
        }
        List<String> found = new ArrayList<>();
        CsvScanner scanner = scanner(text.toString(), random.nextInt(1, 40));
        while (scanner.next()) {
            found.add(scanner.oddity() == null ? String.valueOf(scanner.cells().get(0)) : "odd " + scanner.line());
        }
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            expected.add(i == odd ? "odd " + (i + 1) : String.valueOf(i));
        }
        assertThat(found).as("seed %d", seed).isEqualTo(expected);
    }

    @Test
    void holdsNoMoreThanOneLongRecord() throws IOException {
        CsvScanner scanner = new CsvScanner(
                new StringReader("a,\"" + "x\n".repeat(100) + "1,2\n" + "y".repeat(500) + "\n3,4\n"),
                CsvDialect.COMMAS,
                64,
                16);
        assertThat(scanner.next()).isTrue();
        assertThat(scanner.oddity())
                .isEqualTo("odd quote: the one that opens cell 2 on line 1 doesn't close within 64 characters");
        List<String> rest = records(scanner);
        assertThat(rest).hasSize(102);
        assertThat(rest.get(99)).startsWith("101-101 [1, 2]");
        assertThat(rest.get(100)).startsWith("102-102 [] the record is longer than 64 characters");
        assertThat(rest.get(101)).startsWith("103-103 [3, 4]");
    }

    private static List<String> records(CsvScanner scanner) throws IOException {
        List<String> records = new ArrayList<>();
        while (scanner.next()) {
            records.add(scanner.line() + "-" + scanner.lastLine() + " " + scanner.cells() + " " + scanner.oddity() + " "
                    + scanner.blank());
        }
        return records;
    }

    private static CsvScanner scanner(String text, int blockCharacters) {
        return new CsvScanner(new StringReader(text), CsvDialect.COMMAS, CsvScanner.MOST_CHARACTERS, blockCharacters);
    }

    private static String anything(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private static String wellFormed(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int row = random.nextInt(1, 12); row > 0; row--) {
            for (int cell = random.nextInt(1, 5); cell > 0; cell--) {
                text.append(cell(random)).append(cell == 1 ? "" : ",");
            }
            text.append(row == 1 && random.nextBoolean() ? "" : random.nextBoolean() ? "\n" : "\r\n");
        }
        return text.toString();
    }

    private static String cell(SplittableRandom random) {
        String content = anything(random).replace("\"", random.nextBoolean() ? "\"" : "");
        if (random.nextBoolean()) {
            return "\"" + content.replace("\"", "\"\"") + "\"";
        }
        String plain = content.replaceAll("[,\r\n]", "");
        return plain.startsWith("\"") ? "x" + plain : plain;
    }
}
