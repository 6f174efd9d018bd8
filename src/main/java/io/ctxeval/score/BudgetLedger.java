package io.ctxeval.score;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.JsonStrings;
import io.ctxeval.json.RawJson;
import io.ctxeval.score.TraceFindings.BudgetEntry;
import io.ctxeval.text.PythonNumbers;
import io.ctxeval.text.PythonText;
import io.ctxeval.text.PythonTruth;
import io.ctxeval.trace.TraceDefaults;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Budget compliance, entry by entry (handoff-and-budget.md 4). Example: 1,250 used of 1,000 is 25% over, 10 − 0.25 × 10 = 7.5.
 *
 * @param entries the scored entries in order; empty if the ledger was refused
 * @param fault what was refused, beginning with the field's name; null if nothing
 */
record BudgetLedger(List<BudgetEntry> entries, @Nullable String fault) {
    private static final byte[] AGENT_NAME = "agent_name".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] USED_TOKENS = "used_tokens".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BUDGET_TOKENS = "budget_tokens".getBytes(StandardCharsets.US_ASCII);

    private static final double NEUTRAL = 5.0;
    private static final double FULL = 10.0;
    private static final double LEAST = 1.0;

    /** The tables hold decimal(38,0). */
    private static final int MOST_DIGITS = 38;
    /** Bits of a quotient from which rounding to a double needs no more but whether a remainder is left. */
    private static final int QUOTIENT_BITS = 66;

    /** The refusal of an entry or of the ledger. */
    private static final class Refused extends Exception {
        Refused(String field, String problem) {
            super(field + ": " + problem, null, false, false);
        }
    }

    /**
     * Reads and scores a ledger.
     *
     * @param json null or JSON null: none, as the empty ledger
     */
    static BudgetLedger of(@Nullable RawJson json, JsonCursor cursor) {
        if (json == null) {
            return new BudgetLedger(List.of(), null);
        }
        cursor.reset(json);
        byte[] bytes = json.bytes();
        if (cursor.peek() != JsonCursor.Token.ARRAY) {
            cursor.skip();
            boolean falsy = PythonTruth.isFalsy(bytes, cursor.valueFrom(), cursor.valueTo());
            String found = PythonTruth.kindOf(bytes, cursor.valueFrom());
            Cursors.expectEnd(cursor);
            return new BudgetLedger(List.of(), falsy ? null : "budget_ledger: found " + found + ", expected a list");
        }
        List<BudgetEntry> entries = new ArrayList<>();
        String fault = null;
        cursor.enterArray();
        for (int i = 0; cursor.nextElement(); i++) {
            if (fault != null) {
                cursor.skip();
                continue;
            }
            try {
                entries.add(entry(i, cursor));
            } catch (Refused refused) {
                fault = refused.getMessage();
            }
        }
        Cursors.expectEnd(cursor);
        return fault == null ? new BudgetLedger(entries, null) : new BudgetLedger(List.of(), fault);
    }

    /**
     * The ledger of a trace that carries none, from the budgets that the plan configures: one entry for each agent that has a
     * budget and whose LLM calls state a token count, in order of first call. Used is the sum over its {@code llm_response} events
     * of {@code prompt_tokens} and of {@code completion_tokens}, or of {@code data.response_tokens} where that is absent or 0.
     */
    static BudgetLedger configured(TraceDefaults defaults, TraceWalk walk) {
        List<BudgetEntry> entries = new ArrayList<>();
        for (AgentTraffic agent : walk.called()) {
            Long budget = defaults.budgets().get(agent.name.shown());
            if (budget != null && agent.usedTokens != null) {
                entries.add(scored(entries.size(), agent.name.shown(), agent.usedTokens, BigInteger.valueOf(budget)));
            }
        }
        return new BudgetLedger(entries, null);
    }

    private static BudgetEntry entry(int index, JsonCursor cursor) throws Refused {
        String field = "budget_ledger[" + index + "]";
        byte[] bytes = cursor.bytes();
        if (cursor.peek() != JsonCursor.Token.OBJECT) {
            cursor.skip();
            throw new Refused(field, "found " + PythonTruth.kindOf(bytes, cursor.valueFrom()) + ", expected an object");
        }
        String agent = "";
        RawJson used = null;
        RawJson budget = null;
        cursor.enterObject();
        while (cursor.nextKey()) {
            if (cursor.keyIs(AGENT_NAME)) {
                agent = name(cursor);
            } else if (cursor.keyIs(USED_TOKENS)) {
                cursor.skip();
                used = cursor.value();
            } else if (cursor.keyIs(BUDGET_TOKENS)) {
                cursor.skip();
                budget = cursor.value();
            } else {
                cursor.skip();
            }
        }
        return scored(index, agent, count(field + ".used_tokens", used), count(field + ".budget_tokens", budget));
    }

    private static @Nullable String name(JsonCursor cursor) {
        return switch (cursor.peek()) {
            case STRING -> cursor.string();
            case NULL -> {
                cursor.skip();
                yield null;
            }
            default -> {
                cursor.skip();
                yield new PythonText().of(cursor.value());
            }
        };
    }

    private static BigInteger count(String field, @Nullable RawJson value) throws Refused {
        if (value == null) {
            return BigInteger.ZERO;
        }
        byte[] json = value.bytes();
        String kind = PythonTruth.kindOf(json, value.from());
        boolean finite = !kind.endsWith("Infinity") && !kind.equals("NaN");
        if (finite && PythonTruth.isFalsy(json, value.from(), value.to())) {
            return BigInteger.ZERO;
        }
        BigInteger count = switch (kind) {
            case "true" -> BigInteger.ONE;
            case "a number" -> number(field, value.json());
            case "text" -> text(field, JsonStrings.decode(json, value.from() + 1, value.to() - 1));
            default -> throw new Refused(field, "found " + kind + ", expected a whole number");
        };
        if (count.bitLength() > 127 || count.abs().toString().length() > MOST_DIGITS) {
            throw new Refused(field, "found a number of more than " + MOST_DIGITS + " digits");
        }
        return count;
    }

    private static BigInteger number(String field, String spelling) throws Refused {
        boolean whole = spelling.indexOf('.') < 0 && spelling.indexOf('e') < 0 && spelling.indexOf('E') < 0;
        if (whole) {
            if (spelling.length() > MOST_DIGITS + 1) {
                throw new Refused(field, "found a number of more than " + MOST_DIGITS + " digits");
            }
            return new BigInteger(spelling);
        }
        double value = Double.parseDouble(spelling);
        if (Double.isInfinite(value)) {
            throw new Refused(field, "found " + spelling + ", which is infinite as a double");
        }
        return new BigDecimal(value).toBigInteger();
    }

    private static BigInteger text(String field, String text) throws Refused {
        Optional<BigInteger> whole = PythonNumbers.whole(text);
        if (whole.isEmpty()) {
            String start = text.length() > 40 ? text.substring(0, text.offsetByCodePoints(0, 20)) + "…" : text;
            throw new Refused(field, "found the text \"" + start + "\", expected a whole number");
        }
        return whole.get();
    }

    private static BudgetEntry scored(int index, @Nullable String agent, BigInteger used, BigInteger budget) {
        if (budget.signum() <= 0) {
            return new BudgetEntry(index, agent, used, budget, true, NEUTRAL, "No budget defined; neutral score");
        }
        String counts = used + "/" + budget + " tokens)";
        if (used.compareTo(budget) <= 0) {
            return new BudgetEntry(index, agent, used, budget, true, FULL, "Within budget (" + counts);
        }
        double overrun = quotient(used.subtract(budget), budget);
        double score = Math.max(LEAST, FULL - overrun * 10.0);
        String reasoning = "Exceeded budget by " + wholeNumber(overrun * 100.0) + "% (" + counts;
        return new BudgetEntry(index, agent, used, budget, false, score, reasoning);
    }

    /**
     * The quotient of two whole numbers, rounded once to the nearest double, half to even.
     *
     * @param dividend positive
     * @param divisor positive
     */
    static double quotient(BigInteger dividend, BigInteger divisor) {
        if (dividend.bitLength() <= 53 && divisor.bitLength() <= 53) {
            return (double) dividend.longValueExact() / (double) divisor.longValueExact();
        }
        int shift = Math.max(0, QUOTIENT_BITS - (dividend.bitLength() - divisor.bitLength()));
        BigInteger[] parts = dividend.shiftLeft(shift).divideAndRemainder(divisor);
        BigInteger quotient = parts[1].signum() == 0 ? parts[0] : parts[0].setBit(0);
        return Math.scalb(quotient.doubleValue(), -shift);
    }

    /** A double to a whole number, half to even on its exact value, as Python's {@code .0f} has it. */
    static String wholeNumber(double value) {
        return new BigDecimal(value).setScale(0, RoundingMode.HALF_EVEN).toPlainString();
    }
}
