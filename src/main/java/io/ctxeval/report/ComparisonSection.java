package io.ctxeval.report;

import io.ctxeval.compare.ComparisonLine;
import io.ctxeval.compare.GateOutcome;
import io.ctxeval.compare.Verdict;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How reports tell a comparison of versions: in a sentence for the console, in tables for a page. */
public final class ComparisonSection {
    private static final int CELL = 160;
    private static final int SENTENCE = 4000;
    private static final int MOST_SLICES = 50;
    private static final int FEW_CAUTIONS = 3;
    private static final double TINY = 0.0001;

    private ComparisonSection() {}

    /** One sentence for each candidate; metrics that moved by their names. */
    public static List<String> sentences(List<ComparisonLine> lines) {
        List<String> sentences = new ArrayList<>();
        byPair(lines).forEach((pair, own) -> sentences.add(sentence(pair, whole(own))));
        return sentences;
    }

    private static String sentence(String pair, List<ComparisonLine> lines) {
        List<String> parts = new ArrayList<>();
        for (Verdict verdict : List.of(Verdict.REGRESSED, Verdict.IMPROVED)) {
            List<String> moved = lines.stream()
                    .filter(line -> line.verdict() == verdict)
                    .map(line -> line.metric() + " " + difference(line) + " (" + interval(line) + ")")
                    .toList();
            if (!moved.isEmpty()) {
                parts.add(verdict.code() + " " + String.join(", ", moved));
            }
        }
        add(parts, lines, Verdict.NO_EVIDENCE, "no evidence of a difference in ");
        add(parts, lines, Verdict.TOO_SMALL, "too few pairs for ");
        long pairs = lines.stream().mapToLong(ComparisonLine::pairs).max().orElse(0);
        return ShownText.line(pair + " (" + pairs + " pairs): " + String.join("; ", parts), SENTENCE);
    }

    /** What to be careful about, over all rows, a line each. */
    public static List<String> cautions(List<ComparisonLine> lines) {
        return lines.stream()
                .filter(line -> line.group().isWhole())
                .flatMap(line -> line.cautions().stream()
                        .map(caution -> ShownText.line(line.metric() + ": " + caution, SENTENCE)))
                .toList();
    }

    /** A line as cells of a table for a terminal, names at most so wide. */
    public static List<String> cells(ComparisonLine line, int wide) {
        return List.of(
                ShownText.line(line.metric(), wide),
                ShownText.line(line.group().text(), wide),
                Shown.decimal(line.baseMean()),
                Shown.decimal(line.candidateMean()),
                difference(line),
                interval(line),
                line.wins() + "/" + line.ties() + "/" + line.losses(),
                p(line.p()),
                line.verdict().code().replace('_', ' '));
    }

    private static void add(List<String> parts, List<ComparisonLine> lines, Verdict verdict, String words) {
        long count = lines.stream().filter(line -> line.verdict() == verdict).count();
        if (count > 0) {
            parts.add(words + count + (count == 1 ? " metric" : " metrics"));
        }
    }

    /** Sections of Markdown, one for each candidate; empty without any. */
    static String markdown(List<ComparisonLine> lines) {
        StringBuilder out = new StringBuilder();
        byPair(lines).forEach((pair, own) -> {
            out.append("\n## ").append(safe(pair)).append("\n\n");
            out.append(
                            "Differences are candidate minus base over the samples that both have a score for, in points of a")
                    .append(
                            " hundred of the metric's scale, with the 95 % bootstrap interval of their mean; p is adjusted")
                    .append(" for the number of metrics (Holm).\n\n");
            table(out, whole(own));
            notes(out, whole(own));
            slices(out, own);
        });
        return out.toString();
    }

    private static void table(StringBuilder out, List<ComparisonLine> lines) {
        row(out, "metric", "base", "candidate", "difference", "95 % interval", "better / same / worse", "p", "verdict");
        out.append("|").append(" --- |".repeat(8)).append('\n');
        lines.forEach(line -> row(
                out,
                safe(line.metric()),
                Shown.decimal(line.baseMean()),
                Shown.decimal(line.candidateMean()),
                difference(line),
                interval(line),
                line.wins() + " / " + line.ties() + " / " + line.losses(),
                p(line.p()),
                verdict(line)));
    }

    private static void notes(StringBuilder out, List<ComparisonLine> lines) {
        Map<String, Set<String>> metricsByCaution = new LinkedHashMap<>();
        lines.forEach(line -> line.cautions()
                .forEach(caution -> metricsByCaution
                        .computeIfAbsent(caution, absent -> new LinkedHashSet<>())
                        .add(line.metric())));
        List<String> gates = lines.stream()
                .filter(line -> line.gate() == GateOutcome.FAILED)
                .map(line -> "**" + line.metric() + "**: " + line.gateReason())
                .toList();
        if (metricsByCaution.isEmpty() && gates.isEmpty()) {
            return;
        }
        out.append('\n');
        gates.forEach(gate ->
                out.append("* the regression gate fails on ").append(safe(gate)).append('\n'));
        boolean folded = metricsByCaution.size() > FEW_CAUTIONS;
        if (folded) {
            out.append(gates.isEmpty() ? "" : "\n").append(Fold.begin(metricsByCaution.size() + " cautions"));
        }
        metricsByCaution.forEach((caution, metrics) -> out.append("* ")
                .append(safe(String.join(", ", metrics)))
                .append(": ")
                .append(safe(caution))
                .append('\n'));
        if (folded) {
            out.append(Fold.END);
        }
    }

    /** Slices are many: only those with a verdict are shown. */
    private static void slices(StringBuilder out, List<ComparisonLine> lines) {
        Predicate<ComparisonLine> moved =
                line -> line.verdict() == Verdict.IMPROVED || line.verdict() == Verdict.REGRESSED;
        List<ComparisonLine> told = lines.stream()
                .filter(line -> !line.group().isWhole())
                .filter(moved)
                .toList();
        if (told.isEmpty()) {
            return;
        }
        out.append("\nSlices that moved (p adjusted over the slices, Benjamini-Hochberg):\n\n");
        row(out, "slice", "metric", "difference", "95 % interval", "pairs", "p", "verdict");
        out.append("|").append(" --- |".repeat(7)).append('\n');
        told.stream()
                .limit(MOST_SLICES)
                .forEach(line -> row(
                        out,
                        safe(line.group().text()),
                        safe(line.metric()),
                        difference(line),
                        interval(line),
                        Long.toString(line.pairs()),
                        p(line.p()),
                        verdict(line)));
        if (told.size() > MOST_SLICES) {
            out.append('\n').append(told.size() - MOST_SLICES).append(" more are in comparison.csv.\n");
        }
    }

    private static Map<String, List<ComparisonLine>> byPair(List<ComparisonLine> lines) {
        Map<String, List<ComparisonLine>> byPair = new LinkedHashMap<>();
        lines.forEach(line -> byPair.computeIfAbsent(
                        line.candidate() + " against " + line.base(), absent -> new ArrayList<>())
                .add(line));
        return byPair;
    }

    /** The lines over all rows of metrics that some pair has. */
    private static List<ComparisonLine> whole(List<ComparisonLine> lines) {
        return lines.stream()
                .filter(line -> line.group().isWhole() && line.pairs() > 0)
                .toList();
    }

    private static String verdict(ComparisonLine line) {
        String words = line.verdict().code().replace('_', ' ');
        return line.verdict() == Verdict.IMPROVED || line.verdict() == Verdict.REGRESSED ? "**" + words + "**" : words;
    }

    private static String difference(ComparisonLine line) {
        return signed(line.mean()) + (line.mean() == null ? "" : " " + line.unit());
    }

    private static String interval(ComparisonLine line) {
        return line.low() == null ? Shown.ABSENT : signed(line.low()) + " to " + signed(line.high());
    }

    private static String signed(@Nullable Double value) {
        if (value == null) {
            return Shown.ABSENT;
        }
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_EVEN);
        return rounded.signum() > 0 ? "+" + rounded.toPlainString() : rounded.toPlainString();
    }

    private static String p(@Nullable Double p) {
        if (p == null) {
            return Shown.ABSENT;
        }
        return p < TINY ? "< 0.0001" : String.format(Locale.ROOT, "%.4f", p);
    }

    private static void row(StringBuilder out, String... cells) {
        out.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String safe(String text) {
        return ShownText.markdown(text, CELL);
    }
}
