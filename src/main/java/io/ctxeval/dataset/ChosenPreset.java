package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.dataset.mapping.PresetChoice;
import io.ctxeval.dataset.mapping.RowKind;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the preset of an input by its first records, and tells labels, runs, queries and documents apart that lie in one
 * folder: an input has rows of one kind.
 */
final class ChosenPreset {
    /** Files that are opened to tell their kind; TREC's are told without. */
    private static final int MOST_OPENED = 100;

    private static final int FIRST_RECORDS = 20;
    private static final int SHOWN = 3;

    private ChosenPreset() {}

    /**
     * The preset of an input.
     *
     * @param files of the input; null for a Spark source, which then is {@code table}
     * @throws PlanRefused if none can be chosen, or one that fits only some of the files
     */
    static Preset of(
            int index,
            InputSpec spec,
            @Nullable InputFiles files,
            @Nullable SparkTable table,
            Configuration configuration)
            throws PlanRefused {
        PresetFile own = PresetFile.of(spec.mapping(), "inputs[" + index + "].", configuration);
        PresetChoice choice = new PresetChoice(own.presets(), own.user());
        if (choice.wantsMore() && files != null) {
            List<List<SniffedFile>> kinds = files.byKind();
            for (List<SniffedFile> kind : kinds) {
                see(choice, Inputs.PREVIEW_RECORDS / kinds.size(), index, spec, kind, configuration);
            }
        } else if (choice.wantsMore() && table != null) {
            for (Row row : table.rows().limit(Inputs.PREVIEW_RECORDS).collectAsList()) {
                choice.see(SparkValues.nodeOf(row));
            }
        }
        return chosen(choice, index, own, files, spec, configuration);
    }

    /** Shows the choice the first records of one kind of files: none of a folder's kinds hides the others. */
    private static void see(
            PresetChoice choice,
            int most,
            int index,
            InputSpec spec,
            List<SniffedFile> kind,
            Configuration configuration) {
        try (SliceRecords records = OpenedInput.allRecords(index, kind, spec.damaged(), configuration)) {
            int left = most;
            while (left-- > 0 && choice.wantsMore() && records.hasNext()) {
                if (records.next() instanceof Found.Intact intact) {
                    choice.see(intact.node());
                }
            }
        } catch (IOException e) {
            throw new InputRefused(spec.path() + ": " + Sniffer.reason(e), e);
        }
    }

    private static Preset chosen(
            PresetChoice choice,
            int index,
            PresetFile own,
            @Nullable InputFiles files,
            InputSpec spec,
            Configuration configuration)
            throws PlanRefused {
        boolean told = own.user().preset() != null || own.user().kind() != null;
        InputFiles open = told ? null : files;
        String at = "inputs[" + index + "].";
        try {
            Preset preset = choice.chosen(at);
            RowKind kind = RowKind.named(preset.kind());
            if (open != null && ((kind != null && kind.ofRetrieval()) || looksLikeRetrieval(open))) {
                refuseSeveral(index, own, open, spec, configuration);
            }
            return preset;
        } catch (PlanRefused undecided) {
            if (open != null) {
                refuseSeveral(index, own, open, spec, configuration);
            }
            throw undecided;
        }
    }

    /** Whether a name or the shape of a file says so; what tells for certain is its records. */
    private static boolean looksLikeRetrieval(InputFiles files) {
        return files.files().stream()
                .anyMatch(file -> file.container() instanceof Container.Trec
                        || file.file().fileName().startsWith("corpus.")
                        || file.file().fileName().startsWith("queries.")
                        || file.file().name().contains("qrels/"));
    }

    /**
     * Refuses an input whose files are of several kinds, at least one of them of retrieval. Any of these would pass for rows of
     * another kind in which nothing is filled.
     */
    private static void refuseSeveral(
            int index, PresetFile own, InputFiles files, InputSpec spec, Configuration configuration)
            throws PlanRefused {
        if (files.files().size() < 2) {
            return;
        }
        Map<RowKind, List<String>> byKind = new EnumMap<>(RowKind.class);
        int opened = 0;
        for (SniffedFile file : files.files()) {
            RowKind kind = null;
            if (file.container() instanceof Container.Trec trec) {
                kind = trec.shape() == TrecShape.RUN ? RowKind.RUN : RowKind.QRELS;
            } else if (opened++ < MOST_OPENED) {
                kind = kindOf(index, own, file, spec, configuration);
            }
            if (kind != null) {
                byKind.computeIfAbsent(kind, any -> new ArrayList<>())
                        .add(file.file().name());
            }
        }
        if (byKind.size() > 1 && byKind.keySet().stream().anyMatch(RowKind::ofRetrieval)) {
            String found = byKind.entrySet().stream()
                    .map(kind -> kind.getKey().label() + " (" + shown(kind.getValue()) + ")")
                    .collect(Collectors.joining(", "));
            String first = byKind.keySet().iterator().next().label();
            throw new PlanRefused(List.of("inputs[" + index + "].path: " + spec.path()
                    + " holds files of several kinds: " + found
                    + ". An input has rows of one kind: give the files of each kind with an --input of their own (an entry of"
                    + " inputs each); or, if all of them are of one kind, name it (kind: " + first + ")"));
        }
    }

    private static String shown(List<String> names) {
        String some = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() > SHOWN ? some + " and " + (names.size() - SHOWN) + " more" : some;
    }

    /** The kind of rows that a file's first records show; null where no preset knows them. */
    private static @Nullable RowKind kindOf(
            int index, PresetFile own, SniffedFile file, InputSpec spec, Configuration configuration) {
        PresetChoice choice = new PresetChoice(own.presets(), own.user());
        see(choice, FIRST_RECORDS, index, spec, List.of(file), configuration);
        try {
            Preset preset = choice.chosen("");
            return preset.match().isEmpty() ? null : RowKind.named(preset.kind());
        } catch (PlanRefused undecided) {
            return null;
        }
    }
}
