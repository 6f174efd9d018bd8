package io.ctxeval.judge;

import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Evidence;
import io.ctxeval.text.LexicalUse;
import io.ctxeval.text.NearDuplicates;
import io.ctxeval.text.Partition;
import io.ctxeval.text.WordScanner;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers {@link Question.Waste} and its halves by words: used by metrics.md 6.4, groups by near duplicates and containment (6.3), contradictions
 * by {@link WordConflicts}. A pair that contradicts is not also joined as redundant.
 */
final class LexicalWaste {
    private final WordScanner scanner = new WordScanner();
    private final LexicalUse use = new LexicalUse();
    private final NearDuplicates nearDuplicates = new NearDuplicates();
    private final WordConflicts conflicts = new WordConflicts();
    private final Partition partition = new Partition();

    Verdict.Waste answer(Question.Waste question) {
        List<ChunkUse> uses = uses(question.chunks(), question.output());
        Verdict.Waste related = relations(question.chunks());
        return new Verdict.Waste(uses, related.redundantGroups(), related.contradictions(), count(uses));
    }

    Verdict.Waste answer(Question.Usage question) {
        List<ChunkUse> uses = uses(question.chunks(), question.output());
        return new Verdict.Waste(uses, List.of(), List.of(), count(uses));
    }

    Verdict.Waste answer(Question.Relations question) {
        scanner.clear();
        question.chunks().forEach(scanner::scan);
        return relations(question.chunks());
    }

    List<ChunkUse> uses(List<String> chunks, String outputText) {
        scanner.clear();
        chunks.forEach(scanner::scan);
        int output = scanner.scan(outputText);
        boolean sayable = scanner.firstSegment(output) < scanner.firstSegment(output + 1);
        use.measure(scanner, 0, chunks.size(), output);
        List<ChunkUse> uses = new ArrayList<>(chunks.size());
        for (int id = 0; id < chunks.size(); id++) {
            boolean used = sayable && use.isUsed(id);
            uses.add(new ChunkUse(id, used, used ? List.of(evidence(chunks.get(id), outputText, id)) : List.of()));
        }
        return uses;
    }

    /** Of the texts that stand first in the scanner. */
    private Verdict.Waste relations(List<String> chunks) {
        WordConflicts.Found found = conflicts.find(scanner, chunks, (a, b) -> true);
        List<List<Integer>> groups = groups(chunks.size(), found);
        return new Verdict.Waste(
                List.of(),
                groups,
                List.copyOf(found.contradictions().values()),
                "By wording alone, " + groups.size() + " groups of texts say the same.");
    }

    private static String count(List<ChunkUse> uses) {
        long used = uses.stream().filter(ChunkUse::used).count();
        return "By wording alone, the output uses " + used + " of " + uses.size() + " texts.";
    }

    private Evidence evidence(String chunk, String output, int id) {
        int segment = use.bestSegment(id);
        int partner = use.partner(segment);
        return new Evidence(
                WordConflicts.quote(scanner, chunk, segment), WordConflicts.quote(scanner, output, partner));
    }

    private List<List<Integer>> groups(int count, WordConflicts.Found found) {
        int[] texts = new int[count];
        for (int i = 0; i < count; i++) {
            texts[i] = i;
        }
        partition.reset(count);
        NearDuplicates.Veto veto = found::forbidJoining;
        if (count > NearDuplicates.EXACT_LIMIT) {
            nearDuplicates.joinCandidates(scanner, texts, texts, partition, veto);
        } else {
            nearDuplicates.joinAllPairs(scanner, texts, texts, partition, veto);
        }
        return Partition.groups(partition.roots());
    }
}
