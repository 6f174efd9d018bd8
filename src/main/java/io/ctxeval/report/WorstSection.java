package io.ctxeval.report;

import io.ctxeval.score.ContextWaste;
import io.ctxeval.score.Counted;
import io.ctxeval.summary.GroupKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The worst rows over all: those with a reason in a table that opens on a click, the others, of which nothing but the figure is
 * known, in one line a metric.
 */
final class WorstSection {
    private static final int REASON = 240;
    private static final int INPUT = 80;
    private static final String LEXICAL = "ctx_waste_lex";

    /** Place of the group in a row, behind the sample. */
    private static final int GROUP_CELL = 4;

    private final Map<WorstRow, String> groups;
    private final Page out = new Page();

    private WorstSection(Map<WorstRow, String> groups) {
        this.groups = groups;
    }

    static String markdown(List<WorstEntry> worst) {
        WorstSection section = new WorstSection(groupsOf(worst));
        section.write(MarkdownReport.fewEach(
                worst.stream().filter(WorstSection::isOfWhole).toList(), WorstEntry::metric));
        return section.out.toString();
    }

    /** The lexical form of a metric finds the same rows for the same reasons where a built-in judge answers: a reader needs them once. */
    private static List<WorstEntry> once(List<WorstEntry> entries) {
        Set<WorstRow> judged = entries.stream()
                .filter(entry -> entry.metric().equals(ContextWaste.ID))
                .map(WorstRow::of)
                .collect(Collectors.toSet());
        return entries.stream()
                .filter(entry -> !entry.metric().equals(LEXICAL)
                        || !judged.contains(WorstRow.of(entry).of(ContextWaste.ID)))
                .toList();
    }

    private void left(int left) {
        if (left > 0) {
            out.line("");
            out.line("* " + LEXICAL + ": " + left + (left == 1 ? " row isn't" : " rows aren't") + " listed again, as "
                    + ContextWaste.ID + " lists " + (left == 1 ? "it" : "them"));
        }
    }

    private void write(List<WorstEntry> listed) {
        List<WorstEntry> whole = once(listed);
        out.heading("Worst rows");
        if (whole.isEmpty()) {
            out.line("None.");
            return;
        }
        List<WorstEntry> told =
                whole.stream().filter(entry -> !reason(entry).isEmpty()).toList();
        if (!told.isEmpty()) {
            out.foldIfLong(told.size(), Counted.of(told.size(), "row") + " with their reasons", () -> table(told));
        }
        alike(told);
        figuresOnly(whole.stream().filter(entry -> reason(entry).isEmpty()).toList());
        left(listed.size() - whole.size());
        out.line("");
        out.line("More of them, and those of each group, are in worst.jsonl.");
    }

    private void table(List<WorstEntry> entries) {
        boolean grouped = !groups.isEmpty();
        boolean asked = entries.stream().anyMatch(entry -> entry.input() != null);
        out.header(cells(
                grouped, "group", columns(asked, "input", "metric", "judge", "score", "sample", "where", "reason")));
        for (WorstEntry entry : entries) {
            out.row(cells(
                    grouped,
                    Page.safe(groups.get(WorstRow.of(entry))),
                    columns(
                            asked,
                            excerpt(entry),
                            Page.safe(entry.metric()),
                            Page.safe(entry.judge()),
                            Shown.decimal(entry.score()),
                            Page.safe(entry.sampleId()),
                            Page.safe(entry.sourceFile()) + ":" + entry.sourcePosition(),
                            ShownText.markdown(reason(entry), REASON))));
        }
    }

    /** What was missing or wasted comes first: it is what a reader can mend. */
    private static String reason(WorstEntry entry) {
        List<String> parts = new ArrayList<>();
        if (!entry.details().isEmpty()) {
            parts.add(String.join("; ", entry.details()));
        }
        String words = entry.reason();
        boolean said =
                words != null && parts.stream().anyMatch(part -> words.strip().equalsIgnoreCase(part + "."));
        if (words != null && !words.isBlank() && !said) {
            parts.add(words.strip());
        }
        return String.join(". ", parts);
    }

    /** Rows are listed by name among equals: how many more there are isn't seen from that. */
    private void alike(List<WorstEntry> entries) {
        List<WorstEntry> last =
                entries.stream().filter(entry -> entry.moreAlike() > 0).toList();
        if (!last.isEmpty()) {
            out.line("");
        }
        last.forEach(entry -> out.line("* " + Page.safe(entry.metric()) + ": and " + entry.moreAlike()
                + " more with the same score, " + Shown.decimal(entry.score())));
    }

    private void figuresOnly(List<WorstEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        Map<String, List<WorstEntry>> byMetric = new LinkedHashMap<>();
        entries.forEach(entry -> byMetric.computeIfAbsent(entry.metric(), absent -> new ArrayList<>())
                .add(entry));
        out.line("");
        out.foldIfLong(entries.size(), Counted.of(entries.size(), "row") + " of metrics that give no reason", () -> {
            byMetric.forEach((metric, rows) -> out.line("* " + Page.safe(metric) + ": "
                    + rows.stream().map(this::figure).collect(Collectors.joining(", "))));
        });
    }

    private String figure(WorstEntry entry) {
        String group = groups.get(WorstRow.of(entry));
        return Shown.decimal(entry.score()) + " " + Page.safe(entry.sampleId())
                + (entry.input() == null ? "" : " “" + excerpt(entry) + "”")
                + (group == null ? "" : " (" + Page.safe(group) + ")")
                + (entry.moreAlike() == 0 ? "" : ", and " + entry.moreAlike() + " more with the same score");
    }

    /** The beginning of the row's input, as far as {@code privacy.texts} lets it be seen: an id alone says nothing to a reader. */
    private static String excerpt(WorstEntry entry) {
        String input = entry.input();
        return input == null ? Shown.ABSENT : ShownText.markdown(ShownText.wholeWords(input, INPUT), INPUT);
    }

    /** The cells with the input before the last of them, where rows have one. */
    private static List<String> columns(boolean asked, String input, String... others) {
        List<String> cells = new ArrayList<>(List.of(others));
        if (asked) {
            cells.add(cells.size() - 1, input);
        }
        return cells;
    }

    /** The cells of a row of this table, the group among them where rows are grouped. */
    private static String[] cells(boolean grouped, String group, List<String> others) {
        List<String> cells = new ArrayList<>(others);
        if (grouped) {
            cells.add(GROUP_CELL, group);
        }
        return cells.toArray(String[]::new);
    }

    /** Which row an entry is about, whatever the group that it is listed for. */
    private record WorstRow(String metric, String sampleId, String sourceFile, long sourcePosition) {
        WorstRow of(String other) {
            return new WorstRow(other, sampleId, sourceFile, sourcePosition);
        }

        static WorstRow of(WorstEntry entry) {
            return new WorstRow(entry.metric(), entry.sampleId(), entry.sourceFile(), entry.sourcePosition());
        }
    }

    /** A row that is among the worst of all is among the worst of its group, too: there it says which. */
    private static Map<WorstRow, String> groupsOf(List<WorstEntry> worst) {
        Map<WorstRow, String> groups = new HashMap<>();
        for (WorstEntry entry : worst) {
            boolean told = GroupKey.parse(entry.group()).parts().stream().anyMatch(part -> part.value() != null);
            if (told) {
                groups.put(WorstRow.of(entry), entry.group());
            }
        }
        return groups;
    }

    private static boolean isOfWhole(WorstEntry entry) {
        return entry.group().equals(GroupKey.WHOLE.text());
    }
}
