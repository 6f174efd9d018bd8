package io.ctxeval.score;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.VerdictRules;
import io.ctxeval.judge.Violation;
import io.ctxeval.sample.Chunk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A waste judgement that the row itself carries (product.md 5): {@code {used: [bool per chunk], redundant_groups: [[id]],
 * contradictory_pairs: [{a, b, reason} or [a, b]], mass: [number per chunk]}}; all but {@code used} may be absent. Ids are
 * positions in the list as given, blank chunks and copies included.
 *
 * @param verdict its ids are those of the list as given
 * @param masses one for each chunk, positive; null: the run's weighting counts
 */
record GivenWaste(Verdict.Waste verdict, @Nullable List<Double> masses) {
    /** Greatest sum of masses: a hundredfold of it is still a number. */
    private static final double GREATEST_MASS = 1e300;

    static GivenWaste of(GivenJson judgement, ShownContext shown, boolean dropInvalidReferences)
            throws RefusedJudgement {
        if (!judgement.node().isObject()) {
            throw judgement.wrongType("an object with used");
        }
        // of a single chunk any group or pair is dropped, whatever it names
        boolean lenientIds = dropInvalidReferences || shown.size() == 1;
        Verdict.Waste verdict = new Verdict.Waste(
                uses(judgement),
                groups(judgement, lenientIds),
                pairs(judgement, lenientIds),
                judgement.textOf("explanation"));
        Question.Waste question =
                new Question.Waste(shown.chunks().stream().map(Chunk::text).toList(), "", null);
        List<Violation> violations = new VerdictRules(dropInvalidReferences).violations(question, verdict);
        if (!violations.isEmpty()) {
            throw RefusedJudgement.invalid(
                    violations.stream().limit(3).map(Violation::message).collect(Collectors.joining("; ")));
        }
        refuseUnequalCopies(verdict.chunks(), shown);
        return new GivenWaste(verdict, masses(judgement, shown.size()));
    }

    private static List<Verdict.ChunkUse> uses(GivenJson judgement) throws RefusedJudgement {
        List<Verdict.ChunkUse> uses = new ArrayList<>();
        for (GivenJson flag : judgement.elementsOf("used", "a list of true or false")) {
            uses.add(new Verdict.ChunkUse(uses.size(), flag.flag(), List.of()));
        }
        return uses;
    }

    private static List<List<Integer>> groups(GivenJson judgement, boolean lenientIds) throws RefusedJudgement {
        List<List<Integer>> groups = new ArrayList<>();
        for (GivenJson group : judgement.elementsOf("redundant_groups", "a list of lists of chunk ids")) {
            List<Integer> ids = new ArrayList<>();
            for (GivenJson id : group.elements("a list of chunk ids")) {
                ids.add(chunkId(id, lenientIds));
            }
            groups.add(ids);
        }
        return groups;
    }

    private static List<Verdict.Contradiction> pairs(GivenJson judgement, boolean lenientIds) throws RefusedJudgement {
        List<Verdict.Contradiction> pairs = new ArrayList<>();
        for (GivenJson pair : judgement.elementsOf("contradictory_pairs", "a list of pairs of chunk ids")) {
            GivenJson a = pair.node().isArray() ? pair.element(0) : pair.field("a");
            GivenJson b = pair.node().isArray() ? pair.element(1) : pair.field("b");
            if (a == null || b == null || (pair.node().isArray() && pair.node().size() != 2)) {
                throw pair.wrongType("{a, b, reason} or [a, b]");
            }
            pairs.add(new Verdict.Contradiction(chunkId(a, lenientIds), chunkId(b, lenientIds), pair.textOf("reason")));
        }
        return pairs;
    }

    /** An id as it stands; where bad ids are dropped later, one that is no integer becomes an id out of range. */
    private static int chunkId(GivenJson id, boolean lenientIds) throws RefusedJudgement {
        Integer number = id.integer();
        if (number == null && !lenientIds) {
            throw id.wrongValue("a chunk id");
        }
        return number == null ? -1 : number;
    }

    private static void refuseUnequalCopies(List<Verdict.ChunkUse> uses, ShownContext shown) throws RefusedJudgement {
        for (Verdict.ChunkUse use : uses) {
            Integer first = shown.copyOf(use.id());
            if (first != null && uses.get(first).used() != use.used()) {
                throw RefusedJudgement.invalid("used: chunks " + first + " and " + use.id()
                        + " are copies of one text; expected equal verdicts, found different ones");
            }
        }
    }

    private static @Nullable List<Double> masses(GivenJson judgement, int size) throws RefusedJudgement {
        GivenJson list = judgement.field("mass");
        if (list == null) {
            return null;
        }
        List<GivenJson> numbers = list.elements("a list of numbers");
        if (numbers.size() != size) {
            throw list.wrongValue(size + " numbers, one for each chunk");
        }
        List<Double> masses = new ArrayList<>(size);
        double sum = 0;
        for (GivenJson number : numbers) {
            double mass = number.number();
            sum += mass;
            if (!(mass > 0 && sum <= GREATEST_MASS)) {
                throw number.wrongValue("a positive number, in sum at most " + GREATEST_MASS);
            }
            masses.add(mass);
        }
        return masses;
    }
}
