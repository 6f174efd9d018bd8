package io.ctxeval.dataset;

import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The files of an input, each looked into.
 *
 * @param files what is read
 * @param formats number of files by format, empty and damaged ones left out
 * @param columns of all headers and footers, and the partition columns
 * @param byDay whether the days of the plan chose among its folders
 * @param tabular whether every file has a header or a footer, so that a column that isn't among {@code columns} is nowhere
 */
record InputFiles(
        List<SniffedFile> files,
        int hidden,
        List<String> strays,
        List<String> damaged,
        Map<String, Integer> formats,
        Set<String> columns,
        boolean tabular,
        boolean byDay,
        List<String> warnings) {
    /** A CSV file is one task; above this, that takes minutes. */
    private static final long LARGE_CSV_BYTES = 512L << 20;

    private static final int MOST_PROBLEMS = 10;
    private static final String JSON = "json";
    private static final String JSON_LINES = "jsonl";

    /**
     * Lists and looks into the files of an input.
     *
     * @throws PlanRefused for options that don't fit
     * @throws InputRefused if nothing is there, or a file can't be read and isn't to be skipped
     */
    static InputFiles of(InputSpec spec, Configuration configuration) throws PlanRefused {
        return of(spec, Set.of(), configuration);
    }

    /**
     * Lists and looks into the files of an input.
     *
     * @param but paths of files that are left out
     * @throws PlanRefused for options that don't fit
     * @throws InputRefused if nothing is there, or a file can't be read and isn't to be skipped
     */
    static InputFiles of(InputSpec spec, Set<String> but, Configuration configuration) throws PlanRefused {
        String format = spec.format();
        FileListing listing =
                FileListing.of(spec.path(), format == null ? null : Sniffer.kindOf(format), spec.days(), configuration);
        DayFolders days = listing.days();
        if (days != null && days.isMissing()) {
            throw new InputRefused(spec.path() + ": " + days.missing(), null);
        }
        Sniffer sniffer = new Sniffer(
                spec,
                CsvDialect.of(spec.options(), CsvDialect.COMMAS),
                CsvDialect.of(spec.options(), CsvDialect.TABS),
                configuration);
        return new Look(spec, listing, sniffer, configuration).result(but);
    }

    long bytes() {
        return files.stream().mapToLong(file -> file.file().length()).sum();
    }

    /** The files apart by how they are read, in their order; a folder that holds one kind of files gives one list. */
    List<List<SniffedFile>> byKind() {
        Map<String, List<SniffedFile>> byKind = new LinkedHashMap<>();
        for (SniffedFile file : files) {
            byKind.computeIfAbsent(kind(label(file.container())), kind -> new ArrayList<>())
                    .add(file);
        }
        return List.copyOf(byKind.values());
    }

    /** What {@code format:} tells apart. */
    static String kind(String label) {
        return label.equals(JSON_LINES) ? JSON : label;
    }

    /** The format of a file for a reader; empty where there is nothing to read. */
    static String label(Container container) {
        if (container instanceof Container.Csv csv) {
            return csv.dialect().delimiter().equals("\t") ? "tsv" : "csv";
        } else if (container instanceof Container.Parquet) {
            return "parquet";
        } else if (container instanceof Container.JsonLines) {
            return JSON_LINES;
        }
        if (container instanceof Container.Trec) {
            return "trec";
        }
        return container instanceof Container.JsonDocument ? JSON : "";
    }

    List<String> names() {
        return files.stream().map(file -> file.file().name()).toList();
    }

    /** One look into each file. */
    private static final class Look {
        private final InputSpec spec;
        private final FileListing listing;
        private final Sniffer sniffer;
        private final Configuration configuration;
        private final List<SniffedFile> files = new ArrayList<>();
        private final List<String> strays;
        private final List<String> damaged = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();
        private final Set<String> columns = new LinkedHashSet<>();
        private final Set<String> partitions = new LinkedHashSet<>();
        private final List<String> warnings = new ArrayList<>();
        private final Map<String, Integer> formats = new TreeMap<>();
        private boolean tabular = true;

        Look(InputSpec spec, FileListing listing, Sniffer sniffer, Configuration configuration) {
            this.spec = spec;
            this.listing = listing;
            this.sniffer = sniffer;
            this.configuration = configuration;
            strays = new ArrayList<>(listing.strays());
        }

        InputFiles result(Set<String> but) {
            for (ListedFile file : listing.files()) {
                if (but.contains(file.path())) {
                    continue;
                }
                try {
                    SniffedFile sniffed = sniffer.sniff(file).orElse(null);
                    if (sniffed == null) {
                        strays.add(file.name());
                    } else {
                        look(sniffed);
                    }
                } catch (InputRefused e) {
                    problems.addAll(e.problems());
                }
            }
            refuse();
            warnAboutPartitions();
            if (formats.keySet().stream().map(InputFiles::kind).distinct().count() > 1) {
                warnings.add("holds files of several formats ("
                        + formats.entrySet().stream()
                                .map(format -> format.getValue() + " " + format.getKey())
                                .collect(Collectors.joining(", "))
                        + "), all of which are read with one mapping; format (--format) takes one of them");
            }
            columns.addAll(partitions);
            DayFolders days = listing.days();
            if (days != null) {
                warnings.addAll(days.warnings());
            }
            return new InputFiles(
                    files, listing.hidden(), strays, damaged, formats, columns, tabular, days != null, warnings);
        }

        private void look(SniffedFile sniffed) {
            ListedFile file = sniffed.file();
            partitions.addAll(file.partitions().keySet());
            SniffedFile checked = sniffed;
            try {
                if (sniffed.container() instanceof Container.Csv) {
                    addHeader(sniffed);
                    if (file.length() > LARGE_CSV_BYTES) {
                        warnings.add(file.name() + ": " + (file.length() >> 20)
                                + " MB of CSV are read by one task; write Parquet or JSON Lines for speed");
                    }
                } else if (sniffed.container() instanceof Container.Parquet) {
                    ParquetFooter footer = ParquetFooter.of(file, configuration);
                    columns.addAll(footer.columns());
                    if (footer.rows() == 0) {
                        warnings.add(file.name() + ": has no rows");
                    }
                } else if (sniffed.container() instanceof Container.Trec trec) {
                    columns.addAll(trec.shape().columns());
                } else if (sniffed.container() instanceof Container.Empty) {
                    warnings.add(file.name() + ": is empty");
                } else if (!(sniffed.container() instanceof Container.Damaged)) {
                    tabular = false;
                }
                String label = label(sniffed.container());
                if (!label.isEmpty()) {
                    formats.merge(label, 1, Integer::sum);
                }
            } catch (IOException e) {
                Container damage = new Container.Damaged(Sniffer.reason(e));
                checked = new SniffedFile(file, sniffed.compression(), damage);
            }
            if (checked.container() instanceof Container.Damaged damage) {
                String problem = file.name() + ": is damaged: " + damage.reason();
                damaged.add(problem);
                if (spec.damaged() == InputSpec.Damaged.FAIL) {
                    problems.add(problem + "; mend or remove it, or say damaged: skip to go on without it");
                }
            }
            files.add(checked);
        }

        private void addHeader(SniffedFile csv) throws IOException {
            RecordPlace place = RecordPlace.of(0, csv.file(), null);
            @Nullable RecordReader reader = FileSlice.whole(0, csv).open(place, Set.of(), configuration);
            if (reader instanceof CsvRecords records) {
                try (records) {
                    columns.addAll(records.header());
                }
            }
        }

        private void refuse() {
            if (!problems.isEmpty()) {
                int more = problems.size() - MOST_PROBLEMS;
                List<String> shown = new ArrayList<>(problems.subList(0, Math.min(MOST_PROBLEMS, problems.size())));
                if (more > 0) {
                    shown.add("and " + more + " more");
                }
                throw new InputRefused(shown);
            }
            if (files.isEmpty()) {
                throw new InputRefused(
                        spec.path() + ": holds no file to read (" + listing.hidden() + " hidden, " + strays.size()
                                + " of other kinds" + (strays.isEmpty() ? "" : ", such as " + strays.get(0)) + ")",
                        null);
            }
        }

        private void warnAboutPartitions() {
            for (String partition : partitions) {
                if (columns.contains(partition)) {
                    warnings.add("the folder's " + partition + "=… hides the files' column `" + partition + "`");
                }
            }
        }
    }
}
