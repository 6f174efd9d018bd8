package io.ctxeval.report;

import io.ctxeval.compare.ComparisonLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The cautions of a comparison, each said once: those that differ in their figures only are one note, which rows of the table
 * point to by its number. The note quotes the first of them and names the other metrics with their figures.
 */
final class CautionNotes {
    private static final Pattern FIGURE = Pattern.compile("\\d+(?:\\.\\d+)?");
    private static final int MOST_FIGURES = 40;

    /** A metric, and its caution's figures as far as they differ from the first's. */
    private record Mention(String metric, String caution) {}

    private final Map<String, List<Mention>> mentions = new LinkedHashMap<>();

    private CautionNotes() {}

    static CautionNotes of(List<ComparisonLine> lines) {
        CautionNotes notes = new CautionNotes();
        for (ComparisonLine line : lines) {
            for (String caution : line.cautions()) {
                notes.mentions
                        .computeIfAbsent(form(caution), absent -> new ArrayList<>())
                        .add(new Mention(line.metric(), caution));
            }
        }
        return notes;
    }

    private static String form(String caution) {
        return FIGURE.matcher(caution).replaceAll("#");
    }

    /** The numbers of a line's notes, to stand behind its verdict; empty without any. */
    String marks(ComparisonLine line) {
        List<String> forms = List.copyOf(mentions.keySet());
        String marks = line.cautions().stream()
                .map(caution -> String.valueOf(forms.indexOf(form(caution)) + 1))
                .distinct()
                .collect(Collectors.joining(","));
        return marks.isEmpty() ? "" : " <sup>" + marks + "</sup>";
    }

    /** The notes under the table. */
    void write(Page page) {
        int number = 0;
        for (String sentence : sentences()) {
            page.line("");
            page.line("<sup>" + ++number + "</sup> " + Page.sentence(sentence));
        }
    }

    /** The notes, in the order of their numbers. */
    List<String> sentences() {
        return mentions.values().stream().map(CautionNotes::sentence).toList();
    }

    private static String sentence(List<Mention> same) {
        Mention first = same.get(0);
        String sentence = first.metric() + ": " + first.caution();
        if (same.size() == 1) {
            return sentence;
        }
        List<String> others = same.stream()
                .skip(1)
                .limit(MOST_FIGURES)
                .map(mention -> mention.metric() + figures(first.caution(), mention.caution()))
                .collect(Collectors.toCollection(ArrayList::new));
        if (same.size() - 1 > MOST_FIGURES) {
            others.add(same.size() - 1 - MOST_FIGURES + " more");
        }
        return sentence + "; likewise " + String.join(", ", others);
    }

    /** The figures of a caution that differ from those of the first, in their order. */
    private static String figures(String first, String other) {
        List<String> own =
                FIGURE.matcher(other).results().map(match -> match.group()).toList();
        List<String> before =
                FIGURE.matcher(first).results().map(match -> match.group()).toList();
        List<String> different = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            if (!own.get(i).equals(before.get(i))) {
                different.add(own.get(i));
            }
        }
        return different.isEmpty() ? "" : " (" + String.join(", ", different) + ")";
    }
}
