package io.ctxeval.dataset;

import io.ctxeval.score.Field;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of an input before any job (formats.md 4.2.7). The preview is the first {@value Inputs#PREVIEW_RECORDS} outcomes.
 *
 * @param input index of the plan's input
 * @param path as the plan has it
 * @param files names of the files that are read, in their order; empty for a Spark source
 * @param bytes on disk
 * @param hidden number of files and folders left out because of their names
 * @param strays names of files left out because they are of no kind that is read
 * @param damaged files that showed at once that they can't be read, with the reason
 * @param preset name of the preset, {@code none} without one
 * @param kind {@code samples}, {@code events} or {@code ledger}
 * @param sources canonical field to the expressions that fill it, as written
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
 */
public record InputReport(
        int input,
        String path,
        List<String> files,
        long bytes,
        int hidden,
        List<String> strays,
        List<String> damaged,
        String preset,
        String kind,
        Map<String, String> sources,
        int previewed,
        int rejected,
        int filtered,
        Map<Field, Integer> nulls,
        Set<Field> filled,
        int unparsedLists,
        int replacementCharacters,
        Set<String> missing,
        List<String> columns,
        List<String> warnings) {
    public InputReport {
        files = List.copyOf(files);
        strays = List.copyOf(strays);
        damaged = List.copyOf(damaged);
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
        nulls = Collections.unmodifiableMap(new EnumMap<>(nulls));
        filled = Collections.unmodifiableSet(filled.isEmpty() ? EnumSet.noneOf(Field.class) : EnumSet.copyOf(filled));
        missing = Set.copyOf(missing);
        columns = List.copyOf(columns);
        warnings = List.copyOf(warnings);
    }
}
