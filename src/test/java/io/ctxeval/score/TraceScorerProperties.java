package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.json.RawJson;
import io.ctxeval.score.TraceFindings.Branch;
import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.text.NormalForm;
import io.ctxeval.text.PlainPython;
import io.ctxeval.text.RandomText;
import io.ctxeval.text.Segments;
import io.ctxeval.text.Words;
import io.ctxeval.trace.AgentTrace;
import io.ctxeval.trace.TraceDefaults;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scorer against the rules of handoff-and-budget.md 3.3, 4 and 15 written down plainly. */
class TraceScorerProperties {
    private static final RawJson ORDER = RawJson.of("[\"a\",\"b\"]");

    private final TraceScorer scorer = new TraceScorer();

    @ParameterizedTest
    @ValueSource(longs = {61, 62, 63})
    void aPairScoresAsThePlainRulesSay(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1_500; i++) {
            String output = RandomText.of(random, 50);
            if (output.isEmpty()) {
                continue;
            }
            List<String> contents = new ArrayList<>();
            List<Object> messages = new ArrayList<>();
            StringBuilder json = new StringBuilder("[");
            int n = 1 + random.nextInt(3);
            for (int m = 0; m < n; m++) {
                String content = passedOn(output, random);
                contents.add(content);
                Map<String, Object> message = new LinkedHashMap<>();
                message.put("role", "user");
                message.put("content", content);
                messages.add(message);
                json.append(m == 0 ? "" : ", ")
                        .append("{\"role\": \"user\", \"content\":")
                        .append(RandomText.json(content, random))
                        .append('}');
            }
            String events = "[{\"event_type\":\"llm_response\",\"agent_name\":\"a\",\"data\":{\"response_content\":"
                    + RandomText.json(output, random)
                    + "}},{\"event_type\":\"llm_request\",\"agent_name\":\"b\",\"data\":{\"messages\":"
                    + json + "]}}]";
            HandoffPair pair = scorer.score(new AgentTrace(RawJson.of(events), ORDER, null, true), TraceDefaults.NONE)
                    .pairs()
                    .get(0);
            String where = "seed " + seed + ", case " + i + ": " + events;
            assertReference(pair, output, PlainPython.text(messages), where);
            List<String> texts = contents.stream().filter(c -> !c.isEmpty()).toList();
            assertCompanions(pair, output, String.join("\n", texts), where);
        }
    }

    private static String passedOn(String output, SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> "Input: " + output;
            case 1 -> output.substring(output.length() / 3);
            case 2 -> RandomText.of(random, 30);
            case 3 -> output.substring(0, output.length() / 2) + RandomText.of(random, 10);
            default -> RandomText.of(random, 3);
        };
    }

    private static void assertReference(HandoffPair pair, String output, String input, String where) {
        String head = output.substring(
                0, output.offsetByCodePoints(0, Math.min(200, output.codePointCount(0, output.length()))));
        boolean whole = containsPoints(input, output);
        Set<String> tokens = PlainPython.tokens(output);
        int size = tokens.size();
        tokens.retainAll(PlainPython.tokens(input));
        assertThat(pair.outputTokens()).as(where).isEqualTo(size);
        assertThat(pair.sharedTokens()).as(where).isEqualTo(tokens.size());
        double passed = 10.0;
        Branch branch = whole ? Branch.VERBATIM : Branch.VERBATIM_PREFIX;
        if (!whole && !containsPoints(input, head)) {
            branch = Branch.OVERLAP;
            passed = Math.min(10.0, (double) tokens.size() / Math.max(size, 1) * 12 + 2);
        }
        assertThat(pair.branch()).as(where).isEqualTo(branch);
        assertThat(pair.contextPassedScore()).as(where).isEqualTo(passed);
        assertThat(pair.contentLossDetected()).as(where).isEqualTo(passed < 5.0);
    }

    /** Python finds code points, Java units: half a pair must not match inside a whole one. */
    private static boolean containsPoints(String text, String wanted) {
        int[] points = text.codePoints().toArray();
        int[] sought = wanted.codePoints().toArray();
        for (int at = 0; at + sought.length <= points.length; at++) {
            if (java.util.Arrays.equals(points, at, at + sought.length, sought, 0, sought.length)) {
                return true;
            }
        }
        return false;
    }

    private static void assertCompanions(HandoffPair pair, String output, String contents, String where) {
        assertThat(pair.textFidelity()).as(where).isEqualTo(fidelity(output, contents));
        assertThat(pair.nextRequestFidelity()).as(where).isEqualTo(pair.textFidelity());
        assertThat(pair.carriedCharsShare()).as(where).isEqualTo(carried(output, contents));
    }

    private static @Nullable Double fidelity(String output, String contents) {
        String folded = NormalForm.of(output);
        if (folded.isEmpty()) {
            return null;
        }
        if (NormalForm.of(contents).contains(folded)) {
            return 1.0;
        }
        List<String> words = Words.words(output);
        if (words.isEmpty()) {
            return null;
        }
        List<String> left = new ArrayList<>(Words.words(NormalForm.of(contents)));
        long matched = words.stream().filter(left::remove).count();
        return (double) matched / words.size();
    }

    private static @Nullable Double carried(String output, String contents) {
        List<String> segments = Segments.texts(output);
        if (segments.isEmpty()) {
            return null;
        }
        String folded = NormalForm.of(contents);
        double all = 0;
        double carried = 0;
        for (String segment : segments) {
            int length = segment.codePointCount(0, segment.length());
            all += length;
            carried += folded.contains(NormalForm.of(segment)) ? length : 0;
        }
        return carried / all;
    }

    @Test
    void moreSharedTokensNeverLowerTheScore() {
        for (int size = 1; size <= 60; size++) {
            for (int shared = 1; shared <= size; shared++) {
                assertThat(HandoffPairs.passed(shared, size))
                        .isGreaterThanOrEqualTo(HandoffPairs.passed(shared - 1, size));
                assertThat(HandoffPairs.passed(shared, size)).isBetween(2.0, 10.0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {71, 72})
    void aQuotientOfWholeNumbersIsRoundedOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MathContext plenty = new MathContext(400);
        for (int i = 0; i < 5_000; i++) {
            BigInteger dividend = number(random);
            BigInteger divisor = number(random);
            double found = BudgetLedger.quotient(dividend, divisor);
            BigDecimal exact = new BigDecimal(dividend).divide(new BigDecimal(divisor), plenty);
            assertThat(found).as("seed %d: %s / %s", seed, dividend, divisor).isEqualTo(exact.doubleValue());
            BigDecimal error = new BigDecimal(found).subtract(exact).abs();
            for (double neighbour : new double[] {Math.nextUp(found), Math.nextDown(found)}) {
                assertThat(error)
                        .isLessThanOrEqualTo(
                                new BigDecimal(neighbour).subtract(exact).abs());
            }
        }
    }

    private static BigInteger number(SplittableRandom random) {
        byte[] bits = new byte[1 + random.nextInt(15)];
        random.nextBytes(bits);
        return new BigInteger(1, bits).add(BigInteger.ONE);
    }
}
