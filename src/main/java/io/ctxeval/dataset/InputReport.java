package io.ctxeval.dataset;

import io.ctxeval.score.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is known of an input before any job (formats.md 4.2.7). The preview is the first {@value Inputs#PREVIEW_RECORDS} outcomes.
 *
 * @param input index of the plan's input
 * @param path as the plan has it
 * @param files names of the files that are read, in their order; empty for a Spark source
 * @param bytes on disk
 * @param formats number of files by format, such as {@code csv} or {@code jsonl}; of a Spark source its name with 0
 * @param hidden number of files and folders left out because of their names
 * @param strays names of files left out because they are of no kind that is read
 * @param damaged files that showed at once that they can't be read, with the reason
 * @param preset name of the preset, {@code none} without one; of an own one also which state of its file
 * @param kind {@code samples}, {@code events} or {@code ledger}
 * @param sources canonical field to the expressions that fill it, as written
 * @param taken field to the expressions that filled it in the preview, as written, each with its number of rows
 * @param previewed outcomes in the preview
 * @param rejected rejections among them
 * @param filtered filtered records among them
 * @param nulls for each field, used records of the preview that lack it
 * @param filled fields that some record of the preview has
 * @param unparsedLists texts of the preview that look like lists but have no grammar
 * @param replacementCharacters U+FFFD in the preview's mapped texts
 * @param missing dimensions that the plan asks for, but no column, mapping or value of the preview is of that name
 * @param columns where any is missing, the columns of the first records; else empty
 * @param warnings sentences for a reader
 * @param remarks what was odd in the preview; a run says the same of all records
 */
public record InputReport(
        int input,
        String path,
        List<String> files,
        long bytes,
        Map<String, Integer> formats,
        int hidden,
        List<String> strays,
        List<String> damaged,
        String preset,
        String kind,
        Map<String, String> sources,
        Map<String, Map<String, Integer>> taken,
        int previewed,
        int rejected,
        int filtered,
        Map<Field, Integer> nulls,
        Set<Field> filled,
        int unparsedLists,
        int replacementCharacters,
        Set<String> missing,
        List<String> columns,
        List<String> warnings,
        List<Remark> remarks) {
    public InputReport {
        files = List.copyOf(files);
        strays = List.copyOf(strays);
        damaged = List.copyOf(damaged);
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
        formats = Collections.unmodifiableMap(new LinkedHashMap<>(formats));
        taken = Collections.unmodifiableMap(new LinkedHashMap<>(taken));
        nulls = Collections.unmodifiableMap(new EnumMap<>(nulls));
        filled = Collections.unmodifiableSet(filled.isEmpty() ? EnumSet.noneOf(Field.class) : EnumSet.copyOf(filled));
        missing = Set.copyOf(missing);
        columns = List.copyOf(columns);
        warnings = List.copyOf(warnings);
        remarks = List.copyOf(remarks);
    }

    /** The formats by name: {@code csv, jsonl}. */
    public String formatText() {
        return formats.isEmpty() ? "–" : String.join(", ", formats.keySet());
    }

    /** The files with their formats: {@code 3 files (1 csv, 2 jsonl)}, {@code 1 file (csv)}. */
    public String filesText() {
        String count = files.size() + (files.size() == 1 ? " file" : " files");
        if (formats.size() < 2) {
            return count + " (" + formatText() + ")";
        }
        return formats.entrySet().stream()
                .map(format -> format.getValue() + " " + format.getKey())
                .collect(Collectors.joining(", ", count + " (", ")"));
    }

    /** Used records of the preview. */
    public int used() {
        return previewed - rejected - filtered;
    }

    /** Where each field came from, a line each: the expressions that filled it, and how many records lack it. */
    public List<String> fieldLines() {
        List<String> lines = new ArrayList<>();
        taken.forEach(
                (field, expressions) -> lines.add(field + " from " + expressionsText(expressions) + lacking(field)));
        return lines;
    }

    private static String expressionsText(Map<String, Integer> expressions) {
        return expressions.size() == 1
                ? expressions.keySet().iterator().next()
                : expressions.entrySet().stream()
                        .map(taken -> taken.getKey() + " (" + taken.getValue() + ")")
                        .collect(Collectors.joining(", "));
    }

    private String lacking(String name) {
        return nulls.entrySet().stream()
                .filter(field -> field.getKey().code().equals(name) && field.getValue() > 0)
                .findFirst()
                .map(field -> "; null in " + field.getValue() + " of " + used() + " records")
                .orElse("");
    }
}
