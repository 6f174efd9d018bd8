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
                    + judgedRows(ranks) + ")");
        });
        more(byGroup.size() - MOST_GROUPS, "groups");
        out.line("");
        out.line("An estimate from judgements of the whole lists, as the judge " + judge(byGroup)
                + " sees them; nobody was asked again. With fewer chunks the output might have used others.");
        byGroup.entrySet().stream().limit(MOST_GROUPS).forEach(entry -> curve(entry.getKey(), entry.getValue()));
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
                "used",
                "repeats an earlier one",
                "contradicts",
                "supports",
                "ctx\\_waste of first k",
                "95 % interval",
                "ctx\\_suff of first k",
                "95 % interval",
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
                share(use.used(), use.wasteChunks()),
                share(use.repeated(), use.wasteChunks()),
                share(use.contradicting(), use.wasteChunks()),
                share(use.supporting(), use.sufficiencyChunks()),
                Shown.decimal(curve.waste().mean()),
                interval(curve.waste()),
                Shown.decimal(curve.sufficiency().mean()),
                interval(curve.sufficiency()),
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
        Map<GroupKey, List<FlowFigures>> byGroup = tables.flowsByGroup();
        byGroup.values().stream()
                .limit(MOST_GROUPS)
                .forEach(flows -> flows.stream()
                        .sorted(Comparator.comparingDouble(InsightSections::passed))
                        .limit(MOST_EDGES)
                        .forEach(this::flow));
        int shown = byGroup.values().stream()
                .limit(MOST_GROUPS)
                .mapToInt(flows -> Math.min(MOST_EDGES, flows.size()))
                .sum();
        if (tables.flows().size() > shown) {
            out.line("");
            out.line((tables.flows().size() - shown) + " more are in flows.csv.");
        }
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
