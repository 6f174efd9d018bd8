package io.ctxeval.history;

import io.ctxeval.plan.OneLine;
import io.ctxeval.score.Scale;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The entries of one job, a file each. What lies there and is none is passed over with a warning: it never stops a run. */
public final class NightFiles {
    /** Entries that are read, newest files first: a year of nights, and some that were run again. */
    private static final int MOST_READ = 500;

    private static final String ENDING = ".json";
    /** What follows the run id in a file's name. */
    private static final Pattern RUN_ID = Pattern.compile("(@.*)?\\.json$", Pattern.DOTALL);

    private static final Pattern NO_NAME = Pattern.compile("[^0-9A-Za-z.-]");

    private final Storage storage;
    private final String folder;
    private final String job;
    private final Function<String, Optional<Scale>> scales;

    /**
     * The entries of a job.
     *
     * @param state folder of ledger and history, on any file system that Hadoop opens
     * @param scales of metrics, which their means must lie on; empty: not known
     */
    public NightFiles(Storage storage, String state, String job, Function<String, Optional<Scale>> scales) {
        this.storage = storage;
        this.job = job;
        this.scales = scales;
        this.folder = state + (state.endsWith("/") ? "" : "/") + "history/" + job;
    }

    /**
     * What was read.
     *
     * @param warnings sentences about files that are no entries
     */
    public record Reading(List<NightEntry> entries, List<String> warnings) {
        public Reading {
            entries = List.copyOf(entries);
            warnings = List.copyOf(warnings);
        }
    }

    /** Ids of the runs that have an entry, sound or not. */
    public Set<String> runIds() throws IOException {
        return storage.newestFiles(folder, Integer.MAX_VALUE).stream()
                .filter(name -> name.endsWith(ENDING))
                .map(name -> name.substring(0, name.length() - ENDING.length()))
                .collect(Collectors.toSet());
    }

    /**
     * Reads all entries.
     *
     * @throws IOException if the folder can't be listed
     */
    public Reading read() throws IOException {
        List<NightEntry> entries = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (String name : storage.newestFiles(folder, MOST_READ)) {
            if (name.startsWith(".")) {
                continue; // an entry that is just being put in place, or that a killed run left
            }
            try {
                NightEntry entry = parsed(name);
                if (entry.job().equals(job)) {
                    entries.add(entry);
                } else {
                    warnings.add(passedOver(name, "is an entry of the job " + entry.job()));
                }
            } catch (IOException damaged) {
                warnings.add(passedOver(
                        name,
                        String.valueOf(damaged.getMessage()).lines().findFirst().orElse("is unreadable")));
            }
        }
        return new Reading(entries, warnings);
    }

    private NightEntry parsed(String name) throws IOException {
        if (!name.endsWith(ENDING)) {
            throw new IOException("is no entry of the history");
        }
        Optional<byte[]> content = storage.readIfThere(folder + "/" + name);
        if (content.isEmpty()) {
            throw new IOException("is gone");
        }
        NightEntry entry = NightEntry.parse(new String(content.get(), StandardCharsets.UTF_8), scales);
        String id = RUN_ID.matcher(name).replaceFirst("");
        if (!id.equals(entry.runId())) {
            throw new IOException(
                    "the field run_id is " + OneLine.of(entry.runId()) + ", not " + id + " as the file's name says");
        }
        return entry;
    }

    private String passedOver(String name, String why) {
        return "history: " + folder + "/" + name + " is passed over: " + why
                + "; once it is removed, it is written anew if its run is still there";
    }

    /**
     * Puts an entry in place, whole or not at all; that of the same run id and night is replaced. Runs of several nights may have one
     * id, where each night has an output of its own: then the first has the plain name, and others that of their night besides, or
     * where they have no date, the time at which they began.
     *
     * @return a sentence if the entry that was replaced is that of another run
     * @throws IOException if it can't be written
     */
    public Optional<String> put(NightEntry entry) throws IOException {
        String name = nameOf(entry);
        Optional<NightEntry> before = ifSound(name);
        storage.replace(folder + "/" + name, entry.toJson().getBytes(StandardCharsets.UTF_8));
        return before.filter(other -> !other.startedAt().equals(entry.startedAt()))
                .map(other -> "history: the run " + entry.runId() + " of " + entry.night()
                        + " takes the place of one of the same id" + " and night that started at " + other.startedAt()
                        + ": job " + job + " counts a night once");
    }

    /** Whether a run has an entry, sound or not. */
    public boolean has(NightEntry entry) throws IOException {
        return storage.readIfThere(folder + "/" + nameOf(entry)).isPresent();
    }

    private String nameOf(NightEntry entry) throws IOException {
        String plain = entry.runId() + ENDING;
        boolean taken = ifSound(plain).filter(other -> !other.isOfNight(entry)).isPresent();
        String night = entry.date() == null ? entry.at().toString() : entry.night();
        return taken ? entry.runId() + "@" + NO_NAME.matcher(night).replaceAll("_") + ENDING : plain;
    }

    private Optional<NightEntry> ifSound(String name) throws IOException {
        if (storage.readIfThere(folder + "/" + name).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(parsed(name));
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }
}
