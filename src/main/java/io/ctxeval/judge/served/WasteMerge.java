package io.ctxeval.judge.served;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.text.Partition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Verdicts on batches and on pairs of batches, put together in the ids of the whole. An id that a part doesn't have becomes {@link
 * #UNKNOWN}, which no whole has either, so that the rules of metrics.md 3.2 see it.
 */
final class WasteMerge {
    static final int UNKNOWN = -1;

    private final int chunks;
    private final List<ChunkUse> uses = new ArrayList<>();
    private final List<List<Integer>> groups = new ArrayList<>();
    private final Map<ChunkIds, Contradiction> pairs = new TreeMap<>();

    /** A pair of chunks, in the order of the smaller id, then of the larger. */
    private record ChunkIds(int a, int b) implements Comparable<ChunkIds> {
        private static final Comparator<ChunkIds> ORDER =
                Comparator.comparingInt(ChunkIds::a).thenComparingInt(ChunkIds::b);

        @Override
        public int compareTo(ChunkIds other) {
            return ORDER.compare(this, other);
        }
    }

    private WasteMerge(int chunks) {
        this.chunks = chunks;
    }

    static Verdict merged(Question question, List<Question> subs, List<Verdict> verdicts) {
        List<List<String>> parts = subs.stream().map(WasteMerge::chunksOf).toList();
        int usages =
                (int) subs.stream().filter(Question.Usage.class::isInstance).count();
        int chunks = chunksOf(question).size();
        List<Integer> sizes = usages > 0
                ? parts.subList(0, usages).stream().map(List::size).toList()
                : BatchPairs.sizes(parts.stream().map(List::size).toList());
        if (sizes.stream().mapToInt(Integer::intValue).sum() != chunks) {
            throw new IllegalArgumentException("parts of " + sizes + " chunks are none of a question of " + chunks);
        }
        WasteMerge merge = new WasteMerge(chunks);
        int from = 0;
        for (int batch = 0; batch < usages; batch++) {
            merge.addUses(wasteOf(verdicts.get(batch)), from, sizes.get(batch));
            from += sizes.get(batch);
        }
        List<int[]> related = BatchPairs.ids(sizes);
        if (subs.size() > usages && subs.size() - usages != related.size()) {
            throw new IllegalArgumentException(sizes.size() + " batches with " + (subs.size() - usages) + " pairs");
        }
        for (int i = usages; i < subs.size(); i++) {
            merge.addRelations(wasteOf(verdicts.get(i)), related.get(i - usages));
        }
        List<String> words =
                verdicts.stream().map(verdict -> wasteOf(verdict).explanation()).toList();
        return new Verdict.Waste(
                merge.uses, merge.components(), List.copyOf(merge.pairs.values()), GradeMerge.joined(words, " "));
    }

    private static List<String> chunksOf(Question question) {
        if (question instanceof Question.Waste asked) {
            return asked.chunks();
        }
        if (question instanceof Question.Usage asked) {
            return asked.chunks();
        }
        if (question instanceof Question.Relations asked) {
            return asked.chunks();
        }
        throw new IllegalArgumentException("no question about usage or relations: "
                + JudgeStep.of(question).code());
    }

    private static Verdict.Waste wasteOf(Verdict verdict) {
        if (verdict instanceof Verdict.Waste waste) {
            return waste;
        }
        throw new IllegalArgumentException(
                "no verdict on usage or relations: " + verdict.getClass().getSimpleName());
    }

    private void addUses(Verdict.Waste verdict, int from, int size) {
        for (ChunkUse use : verdict.chunks()) {
            int id = use.id() >= 0 && use.id() < size ? from + use.id() : UNKNOWN;
            uses.add(new ChunkUse(id, use.used(), use.evidence()));
        }
    }

    private void addRelations(Verdict.Waste verdict, int[] ids) {
        for (List<Integer> group : verdict.redundantGroups()) {
            groups.add(group.stream().map(id -> known(id, ids)).toList());
        }
        for (Contradiction pair : verdict.contradictions()) {
            int a = known(pair.a(), ids);
            int b = known(pair.b(), ids);
            Contradiction mapped = new Contradiction(Math.min(a, b), Math.max(a, b), pair.reason());
            pairs.merge(
                    new ChunkIds(mapped.a(), mapped.b()),
                    mapped,
                    (earlier, later) -> earlier.reason().isBlank() ? later : earlier);
        }
    }

    private static int known(int id, int[] ids) {
        return id >= 0 && id < ids.length ? ids[id] : UNKNOWN;
    }

    /** Groups that share a chunk are one; unknown ids stand in a group of their own. */
    private List<List<Integer>> components() {
        Partition partition = new Partition();
        partition.reset(chunks);
        boolean unknown = false;
        for (List<Integer> group : groups) {
            List<Integer> ids = group.stream().filter(id -> id != UNKNOWN).toList();
            unknown |= ids.size() < group.size();
            ids.forEach(id -> partition.join(ids.get(0), id));
        }
        Map<Integer, List<Integer>> components = new TreeMap<>();
        for (int id = 0; id < chunks; id++) {
            int root = partition.root(id);
            if (root != id) {
                components
                        .computeIfAbsent(root, first -> new ArrayList<>(List.of(first)))
                        .add(id);
            }
        }
        List<List<Integer>> found = new ArrayList<>(components.values());
        if (unknown) {
            found.add(List.of(UNKNOWN));
        }
        return found;
    }
}
