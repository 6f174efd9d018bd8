package io.ctxeval.report;

import io.ctxeval.insight.Advice;
import io.ctxeval.insight.FlowFigures;
import io.ctxeval.insight.InsightTables;
import io.ctxeval.insight.MeanFigures;
import io.ctxeval.insight.RankFigures;
import io.ctxeval.summary.GroupKey;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sections of {@code report.md} that stored judgements answer without a call: how many chunks are enough, which ranks are
 * used, what waste costs, where hand-offs lose content. A section without anything to say is left out.
 */
final class InsightSections {
    private static final int MOST_GROUPS = 6;
    private static final int MOST_ROWS = 20;
    private static final int MOST_EDGES = 15;
    private static final int CELL = 160;
    private static final MathContext SMALL_AMOUNT = new MathContext(2);

    private final InsightTables tables;
    private final Page out = new Page();

    private InsightSections(InsightTables tables) {
        this.tables = tables;
    }

    /** The sections, each with its heading; empty: none has anything to say. */
    static String of(RunReport report) {
        InsightSections sections = new InsightSections(report.insights());
        Map<GroupKey, List<RankFigures>> ranks = sections.tables.ranksByGroup();
        if (!ranks.isEmpty()) {
            sections.ranks(ranks);
            sections.costs(ranks);
        }
        if (!sections.tables.flows().isEmpty()) {
            sections.flows();
        }
        return sections.out.toString();
    }

    private void ranks(Map<GroupKey, List<RankFigures>> byGroup) {
        out.heading("How many chunks are enough");
        byGroup.entrySet().stream().limit(MOST_GROUPS).forEach(entry -> {
            List<RankFigures> ranks = entry.getValue();
            out.line("* " + Page.safe(entry.getKey().text()) + ": " + AdviceText.of(Advice.of(ranks)) + " ("
                    + judgedRows(ranks) + ")"
                    + (entry.getKey().isWhole() && Advice.of(ranks) instanceof Advice.Fewer
                            ? Page.sentence(AdviceText.exceptions(byGroup))
                            : ""));
        });
        more(byGroup.size() - MOST_GROUPS, "groups");
        out.line("");
        out.line("An estimate from judgements of the whole lists, as the judge " + judge(byGroup)
                + " sees them; nobody was asked again. With fewer chunks the output might have used others.");
        curves(byGroup.entrySet().stream().limit(MOST_GROUPS).toList());
    }

    /** The first group's table for all to see, unless it is long; those of the others open on a click. */
    private void curves(List<Map.Entry<GroupKey, List<RankFigures>>> groups) {
        Map.Entry<GroupKey, List<RankFigures>> first = groups.get(0);
        out.line("");
        out.foldIfLong(first.getValue().size(), "Rank by rank", () -> curve(first.getKey(), first.getValue()));
        if (groups.size() > 1) {
            out.line("");
            out.fold("Rank by rank, by group");
            groups.stream().skip(1).forEach(group -> curve(group.getKey(), group.getValue()));
            out.unfold();
        }
        out.line("");
        out.line("n: chunks at the rank that were judged for ctx\\_waste / ctx\\_suff, rows behind a mean.");
    }

    private static String judgedRows(List<RankFigures> ranks) {
        RankFigures.Curve whole = ranks.get(ranks.size() - 1).curve();
        return whole.rows() + " judged rows"
                + (whole.uncited() == 0
                        ? ""
                        : ", " + whole.uncited() + " left out of ctx_suff because their judgements name no chunks");
    }

    private static String judge(Map<GroupKey, List<RankFigures>> byGroup) {
        String judge = byGroup.values().iterator().next().get(0).judge();
        return judge == null ? Shown.ABSENT : ShownText.code(judge, CELL);
    }

    private void curve(GroupKey group, List<RankFigures> ranks) {
        out.line("");
        out.line("### Rank by rank: " + Page.safe(group.text()));
        out.line("");
        out.header(
                "rank k",
                "n",
                "used",
                "repeats an earlier one",
                "contradicts",
                "supports",
                "ctx\\_waste of first k",
                "95 % interval",
                "n",
                "ctx\\_suff of first k",
                "95 % interval",
                "n",
                "tokens of first k");
        ranks.stream().limit(MOST_ROWS).forEach(this::rank);
        if (ranks.size() > MOST_ROWS) {
            rank(ranks.get(ranks.size() - 1));
            more(ranks.size() - MOST_ROWS - 1, "ranks");
        }
    }

    private void rank(RankFigures rank) {
        RankFigures.Use use = rank.use();
        RankFigures.Curve curve = rank.curve();
        out.row(
                rank.k() == null ? "above " + rank.position() : rank.k().toString(),
                use.wasteChunks() + " / " + use.sufficiencyChunks(),
                share(use.used(), use.wasteChunks()),
                share(use.repeated(), use.wasteChunks()),
                share(use.contradicting(), use.wasteChunks()),
                share(use.supporting(), use.sufficiencyChunks()),
                Shown.decimal(curve.waste().mean()),
                interval(curve.waste()),
                Long.toString(curve.waste().n()),
                Shown.decimal(curve.sufficiency().mean()),
                interval(curve.sufficiency()),
                Long.toString(curve.sufficiency().n()),
                Shown.decimal(curve.meanTokens()));
    }

    private void costs(Map<GroupKey, List<RankFigures>> byGroup) {
        List<RankFigures> whole = byGroup.values().stream()
                .map(ranks -> ranks.get(ranks.size() - 1))
                .filter(rank -> rank.curve().waste().n() > 0)
                .toList();
        if (whole.isEmpty()) {
            return;
        }
        out.heading("What waste costs");
        out.header("group", "requests", "wasted tokens", "a request", "cost", "cost of 1,000 requests");
        whole.stream().limit(MOST_ROWS).forEach(rank -> {
            RankFigures.Curve curve = rank.curve();
            out.row(
                    Page.safe(rank.group().text()),
                    Long.toString(curve.waste().n()),
                    Long.toString(curve.wastedTokens()),
                    Shown.decimal((double) curve.wastedTokens() / curve.waste().n()),
                    money(curve.wastedCost()),
                    money(curve.wastedCostPerThousand()));
        });
        more(whole.size() - MOST_ROWS, "groups");
        out.line("");
        out.line("Tokens of chunks that the output doesn't use, and of repetitions."
                + (whole.get(0).curve().wastedCost() == null
                        ? " `price.context` (a million context tokens) turns them into money."
                        : ""));
    }

    private void flows() {
        out.heading("Hand-off map");
        out.line("By pair of agents, least passed on first.");
        out.line("");
        Map<GroupKey, List<FlowFigures>> byGroup = tables.flowsByGroup();
        int shown = byGroup.values().stream()
                .limit(MOST_GROUPS)
                .mapToInt(flows -> Math.min(MOST_EDGES, flows.size()))
                .sum();
        List<FlowFigures> whole = byGroup.getOrDefault(GroupKey.WHOLE, List.of());
        boolean apart = shown > Page.FEW && !whole.isEmpty() && whole.size() <= Page.FEW && byGroup.size() > 1;
        if (apart) {
            flows(List.of(whole));
            out.line("");
        }
        List<List<FlowFigures>> rest = byGroup.entrySet().stream()
                .limit(MOST_GROUPS)
                .filter(entry -> !apart || !entry.getKey().isWhole())
                .map(Map.Entry::getValue)
                .toList();
        if (apart) {
            out.fold("By group");
            flows(rest);
            out.unfold();
        } else {
            out.foldIfLong(shown, shown + " pairs of agents", () -> flows(rest));
        }
        if (tables.flows().size() > shown) {
            out.line("");
            out.line((tables.flows().size() - shown) + " more are in flows.csv.");
        }
    }

    private void flows(List<List<FlowFigures>> groups) {
        out.header(
                "group",
                "from",
                "to",
                "pairs",
                "passed on, of 10",
                "95 % interval",
                "compared",
                "lost content",
                "text fidelity",
                "worst traces");
        groups.forEach(flows -> flows.stream()
                .sorted(Comparator.comparingDouble(InsightSections::passed))
                .limit(MOST_EDGES)
                .forEach(this::flow));
    }

    private static double passed(FlowFigures flow) {
        Double mean = flow.passed().mean();
        return mean == null ? Double.POSITIVE_INFINITY : mean;
    }

    private void flow(FlowFigures flow) {
        out.row(
                Page.safe(flow.group().text()),
                flow.rest() ? "(all others)" : Page.safe(flow.from()),
                flow.rest() ? "" : Page.safe(flow.to()),
                Long.toString(flow.pairs()),
                Shown.decimal(flow.passed().mean()),
                interval(flow.passed()),
                Shown.percent(flow.coverage()),
                Shown.percent(flow.lossRate()),
                Shown.decimal(flow.companions().textFidelity().mean()),
                Page.safe(flow.worst().isEmpty() ? null : String.join(", ", flow.worst())));
    }

    /** An amount; a small one with enough digits to be told from nothing. */
    private static String money(@Nullable Double amount) {
        return amount == null || amount >= 1
                ? Shown.decimal(amount)
                : BigDecimal.valueOf(amount).round(SMALL_AMOUNT).toPlainString();
    }

    private static String share(long part, long whole) {
        return Shown.percent(whole == 0 ? null : (Double) ((double) part / whole));
    }

    private static String interval(MeanFigures mean) {
        return mean.low() == null ? Shown.ABSENT : Shown.decimal(mean.low()) + " to " + Shown.decimal(mean.high());
    }

    private void more(int left, String what) {
        if (left > 0) {
            out.line("");
            out.line(left + " more " + what + " are in ranks.csv.");
        }
    }
}
