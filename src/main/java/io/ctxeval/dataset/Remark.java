package io.ctxeval.dataset;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Something odd in rows that are read nevertheless: how often it was met, and where first.
 *
 * @param about what it is about, such as a join's name; remarks of one sort about one thing are added up
 * @param first the first case in the words of its sort: a key, a document
 * @param place where the first case stands
 */
public record Remark(Sort sort, String about, long count, String first, Origin place) implements Serializable {
    /** What can be odd. */
    public enum Sort {
        /** A row asks a join for a partner that isn't there. */
        WITHOUT_PARTNER,
        /** A run names a document again in the list of one query. */
        REPEATED_DOCUMENT
    }

    private static final int LONGEST = 100;

    private static final Comparator<Remark> BY_PLACE = Comparator.comparing(
                    (Remark remark) -> remark.place().input())
            .thenComparing(remark -> remark.place().file())
            .thenComparing(remark -> remark.place().position())
            .thenComparing(Remark::first);

    public Remark {
        first = first.length() > LONGEST ? first.substring(0, LONGEST) + "…" : first;
    }

    private boolean isLike(Remark other) {
        return sort == other.sort && about.equals(other.about);
    }

    private Remark with(Remark other) {
        Remark earlier = BY_PLACE.compare(this, other) <= 0 ? this : other;
        return new Remark(sort, about, count + other.count, earlier.first, earlier.place);
    }

    /** Remarks with more of them, those alike added up; the same in whatever order they come. */
    public static List<Remark> sum(Collection<Remark> some, Collection<Remark> more) {
        if (more.isEmpty()) {
            return List.copyOf(some);
        }
        List<Remark> sum = new ArrayList<>(some);
        for (Remark remark : more) {
            int like = 0;
            while (like < sum.size() && !sum.get(like).isLike(remark)) {
                like++;
            }
            if (like < sum.size()) {
                sum.set(like, sum.get(like).with(remark));
            } else {
                sum.add(remark);
            }
        }
        sum.sort(Comparator.comparing(Remark::sort).thenComparing(Remark::about));
        return List.copyOf(sum);
    }

    /** The remark for a reader. */
    public String sentence() {
        String at = place.file() + " at " + place.position();
        boolean one = count == 1;
        return switch (sort) {
            case WITHOUT_PARTNER ->
                String.format(
                        Locale.ROOT,
                        "%,d %s no partner in join %s, whose fields are null there: the first is %s (%s)",
                        count,
                        one ? "row finds" : "rows find",
                        about,
                        first,
                        at);
            case REPEATED_DOCUMENT ->
                String.format(
                        Locale.ROOT,
                        "%,d %s a document that stands higher in the same list: the first is %s (%s). It counts at its first"
                                + " place; the later ones stay occupied and count as not relevant (trec_eval refuses such a"
                                + " run): write each document once a query",
                        count,
                        one ? "row of a run repeats" : "rows of a run repeat",
                        first,
                        at);
        };
    }
}
