package io.ctxeval.insight;

import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.score.ChunkPair;
import io.ctxeval.score.JudgedContext;
import io.ctxeval.score.SufficiencyMetadata;
import io.ctxeval.score.SufficiencyMetadata.AspectNote;
import io.ctxeval.score.WasteMetadata;
import io.ctxeval.summary.MomentState;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Use by rank and the k-curve of a group of rows. Positions from {@link #MOST} on are pooled.
 *
 * <p>A list shorter than k counts at k with all that it has. How long the longest list is shows only at the end, so a row is
 * counted at each k up to its own length, and once more under its length; the curve at k is the first count at k and the second
 * of all shorter lists.
 */
final class RankState implements Mergeable<RankState> {
    private static final long serialVersionUID = 1L;

    /** Positions, and lengths, that are told apart. */
    static final int MOST = 100;

    private final List<Use> uses = new ArrayList<>();
    private final List<Curve> reached = new ArrayList<>();
    private final List<Curve> ended = new ArrayList<>();
    private long uncited;

    /** Counts of the chunks at one position. */
    static final class Use implements Serializable {
        private static final long serialVersionUID = 1L;

        long chunks;
        long tokens;
        long wasteChunks;
        long used;
        long redundant;
        long repeated;
        long contradicting;
        long sufficiencyChunks;
        long supporting;
        long supportingPartly;

        void merge(Use other) {
            chunks += other.chunks;
            tokens += other.tokens;
            wasteChunks += other.wasteChunks;
            used += other.used;
            redundant += other.redundant;
            repeated += other.repeated;
            contradicting += other.contradicting;
            sufficiencyChunks += other.sufficiencyChunks;
            supporting += other.supporting;
            supportingPartly += other.supportingPartly;
        }
    }

    /** Sums over rows of what some first chunks come to. */
    static final class Curve implements Serializable {
        private static final long serialVersionUID = 1L;

        final MomentState waste = new MomentState();
        final MomentState sufficiency = new MomentState();
        long rows;
        long tokens;
        long wastedTokens;

        void add(JudgedList list, int count, long tokensOfFirst) {
            rows++;
            tokens += tokensOfFirst;
            WasteMetadata.Prefix prefix = list.wasteOfFirst(count);
            if (prefix != null) {
                waste.add(prefix.score());
                wastedTokens += prefix.wasted();
            }
            Double score = list.sufficiencyOfFirst(count);
            if (score != null) {
                sufficiency.add(score);
            }
        }

        void merge(Curve other) {
            waste.merge(other.waste);
            sufficiency.merge(other.sufficiency);
            rows += other.rows;
            tokens += other.tokens;
            wastedTokens += other.wastedTokens;
        }
    }

    void add(JudgedList list) {
        long tokens = 0;
        for (int i = 0; i < list.size(); i++) {
            int ofChunk = list.tokens().get(i);
            tokens += ofChunk;
            if (i < MOST) {
                at(reached, i, Curve::new).add(list, i + 1, tokens);
            }
            Use use = use(i);
            use.chunks++;
            use.tokens += ofChunk;
        }
        at(ended, Math.min(list.size(), MOST + 1), Curve::new).add(list, list.size(), tokens);
        if (list.waste() != null) {
            addUse(list.waste().context());
        }
        if (list.sufficiency() != null) {
            addSupport(list.sufficiency(), list.size());
            uncited += list.sufficiency().isCited() ? 0 : 1;
        }
    }

    private void addUse(JudgedContext context) {
        boolean[] redundant = new boolean[context.size()];
        for (int i = 0; i < redundant.length; i++) {
            if (context.componentOf(i) != i) {
                redundant[i] = true;
                redundant[context.componentOf(i)] = true;
            }
        }
        boolean[] contradicting = new boolean[context.size()];
        for (ChunkPair pair : context.pairs()) {
            contradicting[pair.a()] = true;
            contradicting[pair.b()] = true;
        }
        for (int i = 0; i < redundant.length; i++) {
            Use use = use(i);
            use.wasteChunks++;
            use.used += context.isUsed(i) ? 1 : 0;
            use.redundant += redundant[i] ? 1 : 0;
            use.repeated += context.componentOf(i) != i ? 1 : 0;
            use.contradicting += contradicting[i] ? 1 : 0;
        }
    }

    private void addSupport(SufficiencyMetadata sufficiency, int size) {
        boolean[] covering = new boolean[size];
        boolean[] cited = new boolean[size];
        for (AspectNote aspect : sufficiency.aspects()) {
            for (int id : aspect.chunkIds()) {
                cited[id] = true;
                covering[id] |= aspect.status() == AspectStatus.COVERED;
            }
        }
        for (int i = 0; i < size; i++) {
            Use use = use(i);
            use.sufficiencyChunks++;
            use.supporting += covering[i] ? 1 : 0;
            use.supportingPartly += cited[i] && !covering[i] ? 1 : 0;
        }
    }

    @Override
    public void merge(RankState other) {
        for (int i = 0; i < other.uses.size(); i++) {
            use(i).merge(other.uses.get(i));
        }
        for (int i = 0; i < other.reached.size(); i++) {
            at(reached, i, Curve::new).merge(other.reached.get(i));
        }
        for (int i = 0; i < other.ended.size(); i++) {
            at(ended, i, Curve::new).merge(other.ended.get(i));
        }
        uncited += other.uncited;
    }

    /** Rows of {@code ctx_suff} that have no curve, because an aspect that isn't missing names no chunk. */
    long uncited() {
        return uncited;
    }

    /** Positions told apart, at most {@link #MOST}. */
    int positions() {
        return reached.size();
    }

    /** The pooled positions; null if no list is that long. */
    @Nullable Use rest() {
        return uses.size() > MOST ? uses.get(MOST) : null;
    }

    /** The chunks at a position told apart. */
    Use useAt(int position) {
        return uses.get(position);
    }

    /** All rows with their first chunks only; k of them, 1 to {@link #positions()}. */
    Curve ofFirst(int k) {
        Curve curve = new Curve();
        curve.merge(reached.get(k - 1));
        ended.subList(0, Math.min(k, ended.size())).forEach(curve::merge);
        return curve;
    }

    /** All rows with all their chunks. */
    Curve ofAll() {
        Curve curve = new Curve();
        ended.forEach(curve::merge);
        return curve;
    }

    private Use use(int position) {
        return at(uses, Math.min(position, MOST), Use::new);
    }

    private static <T> T at(List<T> list, int index, Supplier<T> fresh) {
        while (list.size() <= index) {
            list.add(fresh.get());
        }
        return list.get(index);
    }
}
