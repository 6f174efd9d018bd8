package io.ctxeval.report;

import io.ctxeval.compare.ComparisonLine;
import io.ctxeval.compare.GateOutcome;
import io.ctxeval.compare.Verdict;
import io.ctxeval.score.Counted;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How reports tell a comparison of versions: in a sentence for the console, in tables for a page. */
public final class ComparisonSection {
    private static final int SENTENCE = 4000;
    private static final int MOST_SLICES = 50;
    private static final String TOO_SMALL = "too small a sample";
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
        PairRange range = PairRange.of(lines);
        for (Verdict verdict : List.of(Verdict.REGRESSED, Verdict.IMPROVED)) {
            List<String> moved = lines.stream()
                    .filter(line -> line.verdict() == verdict)
                    .map(line -> line.metric() + " " + difference(line) + " (" + interval(line)
                            + (range.isOne() ? "" : "; " + Counted.of(line.pairs(), "pair")) + ")")
                    .toList();
            if (!moved.isEmpty()) {
                parts.add(verdict.code() + " " + String.join(", ", moved));
            }
        }
        add(parts, lines, Verdict.NO_EVIDENCE, "no evidence of a difference in ");
        add(parts, lines, Verdict.TOO_SMALL, TOO_SMALL + " for ");
        List<String> unpaired = lines.stream()
                .filter(line -> line.pairs() == 0)
                .map(ComparisonLine::metric)
                .toList();
        if (!unpaired.isEmpty()) {
            parts.add("no pair has a score on both sides in " + String.join(", ", unpaired));
        }
        return ShownText.line(pair + " (" + range.text() + "): " + String.join("; ", parts), SENTENCE);
    }

    /** How many pairs the metrics have that have any. */
    private record PairRange(long least, long most) {
        static PairRange of(List<ComparisonLine> lines) {
            LongSummaryStatistics pairs = lines.stream()
                    .mapToLong(ComparisonLine::pairs)
                    .filter(count -> count > 0)
                    .summaryStatistics();
            return pairs.getCount() == 0 ? new PairRange(0, 0) : new PairRange(pairs.getMin(), pairs.getMax());
        }

        boolean isOne() {
            return least == most;
        }

        String text() {
            return isOne() ? Counted.of(most, "pair") : least + " to " + most + " pairs";
        }
    }

    /** What to be careful about, over all rows: each caution once, with the metrics that it is about. */
    public static List<String> cautions(List<ComparisonLine> lines) {
        return CautionNotes.of(
                        lines.stream().filter(line -> line.group().isWhole()).toList())
                .sentences()
                .stream()
                .map(sentence -> ShownText.line(sentence, SENTENCE))
                .toList();
    }

    /** Whether there is anything to say: of a metric that applies to no row of either side there isn't. */
    public static boolean says(ComparisonLine line) {
        return line.pairs() > 0 || !line.cautions().isEmpty();
    }

    /** The headings of {@link #cells}; p is adjusted over the metrics, that of a slice over the slices. */
    public static List<String> headings(List<ComparisonLine> lines) {
        boolean sliced = lines.stream().anyMatch(line -> !line.group().isWhole());
        return List.of(
                "metric",
                "group",
                "pairs",
                "base",
                "candidate",
                "difference",
                "95 % interval",
                "better/same/worse",
                sliced ? "p (Holm, groups BH)" : "p (Holm)",
                "verdict");
    }

    /** A line as cells of a table for a terminal, names at most so wide. */
    public static List<String> cells(ComparisonLine line, int wide) {
        return List.of(
                ShownText.line(line.metric(), wide),
                ShownText.line(line.group().text(), wide),
                Long.toString(line.pairs()),
                Shown.decimal(line.baseMean()),
                Shown.decimal(line.candidateMean()),
                difference(line),
                interval(line),
                line.wins() + "/" + line.ties() + "/" + line.losses(),
                p(line.p()),
                words(line.verdict()));
    }

    private static void add(List<String> parts, List<ComparisonLine> lines, Verdict verdict, String words) {
        long count = lines.stream()
                .filter(line -> line.verdict() == verdict && line.pairs() > 0)
                .count();
        if (count > 0) {
            parts.add(words + Counted.of(count, "metric"));
        }
    }

    /** Sections of Markdown, one for each candidate; empty without any. */
    static String markdown(List<ComparisonLine> lines) {
        Page page = new Page();
        byPair(lines).forEach((pair, own) -> {
            page.heading(Page.safe(pair));
            page.line(
                    "Differences are candidate minus base over the samples that both have a score for, in points of a hundred of"
                            + " the metric's scale, with the 95 % bootstrap interval of their mean; p is adjusted for the number of"
                            + " metrics (Holm), the interval is not.");
            page.line("");
            CautionNotes notes = CautionNotes.of(whole(own));
            table(page, whole(own), notes);
            notes(page, whole(own), notes);
            slices(page, own);
        });
        return page.toString();
    }

    private static void table(Page page, List<ComparisonLine> lines, CautionNotes notes) {
        page.header(
                "metric",
                "pairs",
                "base",
                "candidate",
                "difference",
                "95 % interval",
                "better / same / worse",
                "p (Holm)",
                "verdict");
        lines.forEach(line -> page.row(
                Page.safe(line.metric()),
                Long.toString(line.pairs()),
                Shown.decimal(line.baseMean()),
                Shown.decimal(line.candidateMean()),
                difference(line),
                interval(line),
                line.wins() + " / " + line.ties() + " / " + line.losses(),
                p(line.p()),
                verdict(line) + notes.marks(line)));
    }

    private static void notes(Page page, List<ComparisonLine> lines, CautionNotes notes) {
        List<ComparisonLine> failed =
                lines.stream().filter(line -> line.gate() == GateOutcome.FAILED).toList();
        if (!failed.isEmpty()) {
            page.line("");
            failed.forEach(line -> page.line("* the regression gate fails on **" + Page.safe(line.metric()) + "**: "
                    + Page.safe(line.gateReason())));
        }
        List<ComparisonLine> open =
                lines.stream().filter(line -> line.gate().isOpen()).toList();
        if (!open.isEmpty()) {
            page.line("");
            open.forEach(line -> page.line("* the regression gate can't be told for **" + Page.safe(line.metric())
                    + "**: " + Page.safe(line.gateReason())));
        }
        notes.write(page);
    }

    /** Slices are many: only those with a verdict are shown. */
    private static void slices(Page page, List<ComparisonLine> lines) {
        List<ComparisonLine> told = lines.stream()
                .filter(line -> !line.group().isWhole())
                .filter(line -> line.verdict() == Verdict.IMPROVED || line.verdict() == Verdict.REGRESSED)
                .toList();
        if (told.isEmpty()) {
            return;
        }
        page.line("");
        page.line("Slices that moved (p adjusted over the slices, Benjamini-Hochberg):");
        page.line("");
        page.header("slice", "metric", "difference", "95 % interval", "pairs", "p (BH)", "verdict");
        told.stream()
                .limit(MOST_SLICES)
                .forEach(line -> page.row(
                        Page.safe(line.group().text()),
                        Page.safe(line.metric()),
                        difference(line),
                        interval(line),
                        Long.toString(line.pairs()),
                        p(line.p()),
                        verdict(line)));
        if (told.size() > MOST_SLICES) {
            page.line("");
            page.line(told.size() - MOST_SLICES + " more are in comparison.csv.");
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
                .filter(line -> line.group().isWhole() && says(line))
                .toList();
    }

    private static String verdict(ComparisonLine line) {
        String words = words(line.verdict());
        return line.verdict() == Verdict.IMPROVED || line.verdict() == Verdict.REGRESSED ? "**" + words + "**" : words;
    }

    /** One wording for tables and sentences. */
    private static String words(Verdict verdict) {
        return verdict == Verdict.TOO_SMALL ? TOO_SMALL : verdict.code().replace('_', ' ');
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
}
