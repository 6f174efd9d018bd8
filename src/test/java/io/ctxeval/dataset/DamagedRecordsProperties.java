package io.ctxeval.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.InputSpec.Damaged;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files of lines, cells and columns with bytes flipped, inserted, deleted, repeated or cut off: reading them never fails without
 * naming the file, and the records that the damage didn't touch are read as they were, or the file is reported.
 */
class DamagedRecordsProperties {
    private static final int ROUNDS = 40;
    private static final int ROWS = 30;

    private static final MappingSpec MAPPING = new MappingSpec(
            "ragas-v0",
            null,
            List.of(),
            null,
            List.of(),
            null,
            InputsFixture.fields("input", "question", "output", "answer", "context", "chunks(contexts)"));

    @TempDir
    Path folder;

    static LongStream seeds() {
        return LongStream.range(0, 8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void untouchedLinesAreReadAsTheyWere(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Rows rows = Rows.ofJson(random);
            Mutilated now = Mutilated.of(rows.bytes, random);
            String what = "lines, seed " + seed + ", round " + round + ": " + now.damage();
            Read read = read("f.jsonl", now, round, what);
            if (read.refused != null || read.reported()) {
                continue;
            }
            if (read.document) {
                // a document: what is broken in it may reach over lines, but never without a word
                assertThat(read.rejected() || read.values().containsAll(untouched(rows, now)))
                        .as(what)
                        .isTrue();
                continue;
            }
            for (Mutilated.Part part : now.parts(0, rows.ends)) {
                List<Outcome> found = read.between(part.from(), part.to());
                if (!part.isTouched()) {
                    assertThat(found.stream().map(DamagedRecordsProperties::value))
                            .as("%s, record %d", what, part.record())
                            .containsExactly(rows.values.get(part.record()));
                } else if (hasText(now, part)) {
                    assertThat(found)
                            .as("%s, bytes %d to %d", what, part.from(), part.to())
                            .isNotEmpty();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void untouchedCellsAreReadAsTheyWere(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Rows rows = Rows.ofCsv(random);
            // the header says what the cells are: damage to it is another test's
            Mutilated now = Mutilated.of(rows.bytes, random, rows.start, rows.bytes.length);
            String what = "cells, seed " + seed + ", round " + round + ": " + now.damage();
            Read read = read("f.csv", now, round, what);
            if (read.refused != null || read.reported()) {
                continue;
            }
            List<Mutilated.Part> parts = withoutWhatQuotesReachOver(now, now.parts(rows.start, rows.ends));
            assertThat(isReading(read.outcomes, parts, now, rows))
                    .as(() -> what + "\n" + new String(now.bytes(), UTF_8) + "\n" + read.outcomes)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void damageToAHeaderStopsTheRunOrIsSeenInTheColumns(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Rows rows = Rows.ofCsv(random);
            Mutilated now = Mutilated.of(rows.bytes, random, 0, rows.start);
            String what = "header, seed " + seed + ", round " + round + ": " + now.damage();
            Read read = read("f.csv", now, round, what);
            List<String> others = new ArrayList<>(read.values());
            others.removeAll(rows.values);
            assertThat(others).as(what).hasSizeLessThanOrEqualTo(linesBelowTheHeader(now, rows));
        }
    }

    /** Lines that the damage made of what was the header. */
    private static int linesBelowTheHeader(Mutilated now, Rows rows) {
        int lines = 0;
        for (int i = 0; i < now.bytes().length && now.origins()[i] < rows.start; i++) {
            lines += now.bytes()[i] == '\n' || i == now.bytes().length - 1 ? 1 : 0;
        }
        return Math.max(0, lines - 1);
    }

    private static Set<String> untouched(Rows rows, Mutilated now) {
        Set<String> values = new HashSet<>();
        for (Mutilated.Part part : now.parts(0, rows.ends)) {
            if (!part.isTouched()) {
                values.add(rows.values.get(part.record()));
            }
        }
        return values;
    }

    private static boolean hasText(Mutilated now, Mutilated.Part part) {
        for (int i = part.from(); i < part.to(); i++) {
            if (Character.isLetterOrDigit(now.bytes()[i])) {
                return true;
            }
        }
        return false;
    }

    /** Between two odd numbers of quotes all is one cell to whoever sees only the file. */
    private static List<Mutilated.Part> withoutWhatQuotesReachOver(Mutilated now, List<Mutilated.Part> parts) {
        int first = -1;
        int last = -1;
        for (int i = 0; i < parts.size(); i++) {
            Mutilated.Part part = parts.get(i);
            if (part.isTouched() && mayLeaveAQuoteOpen(now, part)) {
                first = first < 0 ? i : first;
                last = i;
            }
        }
        if (first == last) {
            return parts;
        }
        List<Mutilated.Part> joined = new ArrayList<>(parts.subList(0, first));
        joined.add(new Mutilated.Part(
                Mutilated.NEW, parts.get(first).from(), parts.get(last).to()));
        joined.addAll(parts.subList(last + 1, parts.size()));
        return joined;
    }

    private static boolean mayLeaveAQuoteOpen(Mutilated now, Mutilated.Part part) {
        for (int i = part.from(); i < part.to(); i++) {
            if (now.bytes()[i] == '"') {
                return true;
            }
        }
        return false;
    }

    /** Whether the outcomes are the untouched records in their order, with anything for what is between them. */
    private static boolean isReading(List<Outcome> outcomes, List<Mutilated.Part> parts, Mutilated now, Rows rows) {
        boolean[] reached = new boolean[outcomes.size() + 1];
        reached[0] = true;
        for (Mutilated.Part part : parts) {
            boolean[] next = new boolean[reached.length];
            boolean needed = part.isTouched() && hasText(now, part);
            boolean before = false;
            for (int i = 0; i < reached.length; i++) {
                if (!part.isTouched()) {
                    next[i] = i > 0
                            && reached[i - 1]
                            && value(outcomes.get(i - 1)).equals(rows.values.get(part.record()));
                } else {
                    next[i] = needed ? before : before || reached[i];
                    before |= reached[i];
                }
            }
            reached = next;
        }
        return reached[outcomes.size()];
    }

    private Read read(String name, Mutilated now, int round, String what) throws IOException {
        Path file = Files.write(folder.resolve(name), now.bytes());
        Damaged damaged = round % 2 == 0 ? Damaged.FAIL : Damaged.SKIP;
        InputSpec spec = new InputSpec(file.toString(), null, Map.of(), damaged, MAPPING);
        try {
            List<Outcome> outcomes = InputsFixture.outcomesOfSlices(spec, 1);
            assertThat(places(InputsFixture.outcomesOfSlices(spec, 9))).as(what).isEqualTo(places(outcomes));
            boolean document =
                    InputFiles.of(spec, new Configuration(false)).formats().containsKey("json");
            return new Read(outcomes, null, document);
        } catch (InputRefused e) {
            assertThat(e).as(what).hasMessageContaining(name);
            return new Read(List.of(), e, false);
        } catch (PlanRefused e) {
            assertThat(e).as(what).hasMessageContaining("no column is called");
            return new Read(List.of(), e, false);
        } catch (AssertionError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            return fail(what, e);
        }
    }

    private static List<String> places(List<Outcome> outcomes) {
        return outcomes.stream().map(InputsFixture::line).toList();
    }

    private static String value(Outcome outcome) {
        String line = InputsFixture.line(outcome);
        return line.substring(line.indexOf(' ') + 1);
    }

    /** What came of a file. */
    private record Read(List<Outcome> outcomes, @Nullable Exception refused, boolean document) {
        boolean reported() {
            return outcomes.stream().anyMatch(outcome -> outcome instanceof DamagedFile);
        }

        boolean rejected() {
            return outcomes.stream().anyMatch(outcome -> outcome instanceof Rejection);
        }

        List<String> values() {
            return outcomes.stream()
                    .filter(outcome -> outcome instanceof CanonicalRecord)
                    .map(DamagedRecordsProperties::value)
                    .toList();
        }

        List<Outcome> between(int from, int to) {
            return outcomes.stream()
                    .filter(outcome -> outcome.origin().position() >= from
                            && outcome.origin().position() < to)
                    .toList();
        }
    }

    /**
     * A file of ordinary rows, each unlike the others.
     *
     * @param start where the first begins
     * @param ends where each ends
     * @param values what is read of each
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Rows(byte[] bytes, int start, List<Integer> ends, List<String> values) {
        private static final String[] WORDS = {
            "harbour", "caf\u00E9", "\u6D77", "\uD83D\uDE00", "it's", "47", "-", "said \"so\"", "and", "C:\\dir\\"
        };

        static Rows ofJson(SplittableRandom random) {
            StringBuilder text = new StringBuilder();
            List<Integer> ends = new ArrayList<>();
            List<String> values = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                String question = "q" + i + " " + words(random);
                String answer = words(random);
                String chunk = words(random);
                boolean list = random.nextBoolean();
                text.append("{\"question\":")
                        .append(json(question))
                        .append(random.nextBoolean() ? ",\"n\":1.50,\"m\":[{\"a\":null}]" : "")
                        .append(",\"answer\":")
                        .append(json(answer))
                        .append(list ? ",\"contexts\":[" + json(chunk) + "]" : "")
                        .append("}\n");
                ends.add(text.toString().getBytes(UTF_8).length);
                values.add(question + " -> " + answer + " | " + (list ? "[" + chunk + "]" : "null") + " | null");
            }
            return new Rows(text.toString().getBytes(UTF_8), 0, ends, values);
        }

        static Rows ofCsv(SplittableRandom random) {
            StringBuilder text = new StringBuilder("question,answer,contexts\n");
            List<Integer> ends = new ArrayList<>();
            List<String> values = new ArrayList<>();
            int start = text.length();
            for (int i = 0; i < ROWS; i++) {
                String question = "q" + i + " " + words(random);
                String answer = "a " + words(random);
                String chunk = "c " + words(random) + (random.nextInt(3) == 0 ? "\nnext, line" : "");
                text.append(cell(question))
                        .append(',')
                        .append(cell(answer))
                        .append(',')
                        .append(cell(chunk))
                        .append('\n');
                ends.add(text.toString().getBytes(UTF_8).length);
                values.add(question + " -> " + answer + " | [" + chunk + "] | null");
            }
            return new Rows(text.toString().getBytes(UTF_8), start, ends, values);
        }

        private static String words(SplittableRandom random) {
            StringBuilder words = new StringBuilder();
            for (int i = random.nextInt(1, 6); i > 0; i--) {
                words.append(WORDS[random.nextInt(WORDS.length)]).append(i == 1 ? "" : " ");
            }
            return words.toString();
        }

        private static String json(String text) {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }

        private static String cell(String text) {
            boolean plain = text.chars().noneMatch(c -> c == '"' || c == ',' || c == '\n');
            return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
        }
    }
}
