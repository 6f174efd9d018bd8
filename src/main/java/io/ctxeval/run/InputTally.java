package io.ctxeval.run;

import io.ctxeval.dataset.ReadingNotes;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.dataset.Remark;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the records of one input. Mergeable: tallies of parts add up in any order. The first identity (product.md 3):
 * records = used + filtered + rejected.
 */
final class InputTally implements Serializable {
    /** How many rejections are kept with their place, for messages and reports. */
    static final int SHOWN_REJECTIONS = 10;

    private static final Comparator<Rejection> BY_PLACE = Comparator.comparing(
                    (Rejection rejection) -> rejection.origin().file())
            .thenComparing(rejection -> rejection.origin().position())
            .thenComparing(Rejection::reason);

    private long used;
    private long filtered;
    private long rejected;
    private ReadingNotes notes = ReadingNotes.NONE;
    private long clustered;
    private final Map<String, Long> rejectedByReason = new TreeMap<>();
    private final Map<String, String> damagedFiles = new TreeMap<>();
    private final List<Rejection> firstRejections = new ArrayList<>();

    /**
     * A record that is used.
     *
     * @param inCluster whether it says to which cluster of records it belongs
     */
    void use(ReadingNotes ofRecord, boolean inCluster) {
        used++;
        clustered += inCluster ? 1 : 0;
        notes = notes.with(ofRecord);
    }

    /** A record that is left out, with what was odd in it. */
    void filter(List<Remark> remarks) {
        filtered++;
        notes = notes.with(ReadingNotes.of(remarks));
    }

    void reject(Rejection rejection) {
        rejected++;
        rejectedByReason.merge(kindOf(rejection), 1L, Long::sum);
        show(rejection);
    }

    /** Records that a reason without the value it names: "field output: …" counts once, not once a value. */
    private static String kindOf(Rejection rejection) {
        return rejection.field() == null ? "unreadable record" : "field " + rejection.field();
    }

    void damaged(String file, String reason) {
        damagedFiles.put(file, reason);
    }

    private void show(Rejection rejection) {
        firstRejections.add(rejection);
        if (firstRejections.size() > 2 * SHOWN_REJECTIONS) {
            keepFirst();
        }
    }

    private void keepFirst() {
        firstRejections.sort(BY_PLACE);
        if (firstRejections.size() > SHOWN_REJECTIONS) {
            firstRejections.subList(SHOWN_REJECTIONS, firstRejections.size()).clear();
        }
    }

    /** Adds what another part has counted to this one. */
    InputTally with(InputTally other) {
        used += other.used;
        filtered += other.filtered;
        rejected += other.rejected;
        notes = notes.with(other.notes);
        clustered += other.clustered;
        other.rejectedByReason.forEach((kind, count) -> rejectedByReason.merge(kind, count, Long::sum));
        damagedFiles.putAll(other.damagedFiles);
        other.firstRejections.forEach(this::show);
        return this;
    }

    /** Used records that name a cluster. */
    long clustered() {
        return clustered;
    }

    long records() {
        return used + filtered + rejected;
    }

    long used() {
        return used;
    }

    long filtered() {
        return filtered;
    }

    long rejected() {
        return rejected;
    }

    long unparsedLists() {
        return notes.unparsedLists();
    }

    long replacementCharacters() {
        return notes.replacementCharacters();
    }

    /** What was odd in the records. */
    List<Remark> remarks() {
        return notes.remarks();
    }

    Map<String, Long> rejectedByReason() {
        return new LinkedHashMap<>(rejectedByReason);
    }

    Map<String, String> damagedFiles() {
        return new LinkedHashMap<>(damagedFiles);
    }

    /** The first rejections by file and position. */
    List<Rejection> firstRejections() {
        keepFirst();
        return List.copyOf(firstRejections);
    }
}
