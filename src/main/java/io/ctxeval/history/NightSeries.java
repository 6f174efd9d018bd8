package io.ctxeval.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * The nights of a job in their order, of each the run that counts.
 *
 * @param nights oldest first
 */
public record NightSeries(List<NightEntry> nights) {
    public static final NightSeries EMPTY = new NightSeries(List.of());

    private static final Comparator<NightEntry> PUBLISHED =
            Comparator.comparing(NightEntry::finishedAt).thenComparing(NightEntry::runId);
    private static final Comparator<NightEntry> ORDER =
            Comparator.comparing(NightEntry::at).thenComparing(NightEntry::night);

    public NightSeries {
        nights = List.copyOf(nights);
    }

    /** What is counted once. Undated runs may share an id, each in an output of its own: then they began at different times. */
    private record Night(String name, Instant at) {}

    /** The series of all entries of a job, in whatever order they come. */
    public static NightSeries of(Collection<NightEntry> entries) {
        Map<Night, NightEntry> counting = new HashMap<>();
        for (NightEntry entry : entries) {
            counting.merge(new Night(entry.night(), entry.at()), entry, BinaryOperator.maxBy(PUBLISHED));
        }
        List<NightEntry> nights = new ArrayList<>(counting.values());
        nights.sort(ORDER);
        return new NightSeries(nights);
    }

    /**
     * What lies before a night: neither the night itself, which a new run of it replaces, nor later ones.
     *
     * @param at where the night stands
     */
    public NightSeries before(Instant at) {
        return new NightSeries(
                nights.stream().filter(entry -> entry.at().isBefore(at)).toList());
    }

    /** The newest night with a judged figure. */
    public Optional<NightEntry> lastJudged() {
        return nights.stream().filter(NightEntry::isJudged).reduce((earlier, later) -> later);
    }

    /** The newest nights, oldest first. */
    public List<NightEntry> last(int count) {
        return nights.subList(Math.max(0, nights.size() - count), nights.size());
    }

    public boolean isEmpty() {
        return nights.isEmpty();
    }
}
