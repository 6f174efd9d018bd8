package io.ctxeval.judge;

import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Violation.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which verdicts are answers: the rules of metrics.md 3.2 and 4.4 whose breach is a reason to ask again. Pure, so that a metric
 * and a judge that re-asks within its own conversation see the same violations.
 */
public final class VerdictRules {
    private final boolean dropInvalidReferences;

    /**
     * The rules of one run.
     *
     * @param dropInvalidReferences whether ids out of range in groups and pairs are dropped later, so that they are no violation
     */
    public VerdictRules(boolean dropInvalidReferences) {
        this.dropInvalidReferences = dropInvalidReferences;
    }

    /** What is wrong with an answer; empty: nothing. A {@link Verdict.Failed} breaks no rule, it is no answer. */
    public List<Violation> violations(Question question, Verdict verdict) {
        if (verdict instanceof Verdict.Failed) {
            return List.of();
        }
        if (question instanceof Question.Waste asked && verdict instanceof Verdict.Waste answer) {
            return ofWaste(asked, answer);
        }
        if (question instanceof Question.Decompose asked && verdict instanceof Verdict.Aspects answer) {
            return ofAspects(asked, answer);
        }
        if (question instanceof Question.Grade asked && verdict instanceof Verdict.Grades answer) {
            return ofGrades(asked, answer);
        }
        if (question instanceof Question.Usage asked && verdict instanceof Verdict.Waste answer) {
            return List.copyOf(ofUses(asked.chunks().size(), answer));
        }
        if (question instanceof Question.Relations asked && verdict instanceof Verdict.Waste answer) {
            return List.copyOf(ofRelations(asked.chunks().size(), answer));
        }
        if (question instanceof Question.Assess asked && verdict instanceof Verdict.Assessment answer) {
            return ofAssessment(asked, answer);
        }
        return List.of(new Violation(
                Kind.WRONG_ANSWER,
                "expected an answer to " + question.getClass().getSimpleName() + ", found "
                        + verdict.getClass().getSimpleName()));
    }

    private List<Violation> ofWaste(Question.Waste question, Verdict.Waste verdict) {
        int k = question.chunks().size();
        List<Violation> found = new ArrayList<>(ofUses(k, verdict));
        found.addAll(ofRelations(k, verdict));
        return List.copyOf(found);
    }

    private static List<Violation> ofUses(int k, Verdict.Waste verdict) {
        List<Violation> found = new ArrayList<>();
        checkIds("chunk", verdict.chunks().stream().map(ChunkUse::id).toList(), k, found);
        Map<Integer, Boolean> verdicts = new HashMap<>();
        for (ChunkUse use : verdict.chunks()) {
            Boolean earlier = verdicts.putIfAbsent(use.id(), use.used());
            if (earlier != null && earlier != use.used()) {
                found.add(new Violation(Kind.CONFLICTING_ID, "chunk " + use.id() + " is called both used and unused"));
            }
        }
        return found;
    }

    private List<Violation> ofRelations(int k, Verdict.Waste verdict) {
        List<Violation> found = new ArrayList<>();
        // of a single chunk any group or pair is dropped, whatever it names
        if (k > 1 && !dropInvalidReferences) {
            verdict.redundantGroups().forEach(group -> checkReferences("redundant_groups", group, k, found));
            verdict.contradictions()
                    .forEach(pair -> checkReferences("contradictory_pairs", List.of(pair.a(), pair.b()), k, found));
        }
        return found;
    }

    private static List<Violation> ofAspects(Question.Decompose question, Verdict.Aspects verdict) {
        return ofCount(verdict.needsInformation(), verdict.descriptions(), question.maxAspects());
    }

    private static List<Violation> ofCount(boolean needsInformation, List<String> descriptions, int maxAspects) {
        int n = AspectTexts.of(descriptions).texts().size();
        if (!needsInformation) {
            return n == 0
                    ? List.of()
                    : List.of(new Violation(
                            Kind.ASPECT_COUNT,
                            "needs_information is false beside " + n + " aspects; expected an empty list or true"));
        }
        if (n < 1 || n > maxAspects) {
            return List.of(
                    new Violation(Kind.ASPECT_COUNT, n + " aspects; expected 1 to " + maxAspects + " different ones"));
        }
        return List.of();
    }

    private static List<Violation> ofGrades(Question.Grade question, Verdict.Grades verdict) {
        return ofGrades(
                verdict.aspects(), question.aspects().size(), question.chunks().size());
    }

    private static List<Violation> ofAssessment(Question.Assess question, Verdict.Assessment verdict) {
        List<Violation> found =
                new ArrayList<>(ofCount(verdict.needsInformation(), verdict.descriptions(), question.maxAspects()));
        if (verdict.needsInformation()) {
            int aspects = verdict.descriptions().size();
            found.addAll(ofGrades(verdict.grades(), aspects, question.chunks().size()));
        }
        return List.copyOf(found);
    }

    private static List<Violation> ofGrades(List<AspectGrade> grades, int aspects, int k) {
        List<Violation> found = new ArrayList<>();
        List<Integer> ids = grades.stream().map(AspectGrade::id).toList();
        checkIds("aspect", ids, aspects, found);
        Set<Integer> graded = new HashSet<>();
        for (int id : ids) {
            if (!graded.add(id)) {
                found.add(new Violation(Kind.CONFLICTING_ID, "aspect " + id + " is graded more than once"));
            }
        }
        for (AspectGrade grade : grades) {
            if (grade.status() == AspectStatus.MISSING) {
                continue;
            }
            List<Integer> cited =
                    grade.evidence().stream().map(Verdict.Citation::chunkId).toList();
            checkReferences("evidence of aspect " + grade.id(), cited, k, found);
            if (cited.isEmpty()) {
                found.add(new Violation(
                        Kind.UNCITED_COVERAGE,
                        "aspect " + grade.id() + " is not missing but cites no chunk; expected at least one chunk id"));
            }
        }
        return List.copyOf(found);
    }

    private static void checkIds(String what, List<Integer> ids, int k, List<Violation> found) {
        Set<Integer> distinct = new LinkedHashSet<>(ids);
        if (!distinct.contains(0) && distinct.contains(k) && distinct.stream().allMatch(id -> id >= 1 && id <= k)) {
            found.add(
                    new Violation(Kind.SUSPECTED_ONE_BASED, what + " ids seem to count from 1; expected " + range(k)));
            return;
        }
        distinct.stream()
                .filter(id -> id < 0 || id >= k)
                .forEach(id -> found.add(new Violation(
                        Kind.ID_OUT_OF_RANGE, what + " " + id + " was not asked for; expected " + range(k))));
        for (int id = 0; id < k; id++) {
            if (!distinct.contains(id)) {
                found.add(new Violation(
                        Kind.MISSING_ID, what + " " + id + " has no verdict; expected every id of " + range(k)));
            }
        }
    }

    private static void checkReferences(String where, Collection<Integer> ids, int k, List<Violation> found) {
        for (int id : ids) {
            if (id < 0 || id >= k) {
                found.add(new Violation(
                        Kind.REFERENCE_OUT_OF_RANGE, where + " names chunk " + id + "; expected " + range(k)));
            }
        }
    }

    private static String range(int k) {
        return "0 to " + (k - 1);
    }
}
