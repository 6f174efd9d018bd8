package io.ctxeval.judge.served;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Citation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Grades of batches of the context, put together: of each aspect the best. */
final class GradeMerge {
    private final Question.Grade whole;
    /** The grades of each batch, and maybe of the follow-up, in the ids of the whole. */
    private final List<List<AspectGrade>> batches = new ArrayList<>();

    /** Aspects that the follow-up is about. */
    private List<Integer> followed = List.of();

    private final List<String> words = new ArrayList<>();

    GradeMerge(Question.Grade whole, List<Question> subs, List<Verdict> verdicts) {
        this.whole = whole;
        int from = 0;
        for (int i = 0; i < subs.size(); i++) {
            if (!(subs.get(i) instanceof Question.Grade sub) || !(verdicts.get(i) instanceof Verdict.Grades grades)) {
                throw new IllegalArgumentException("part " + i + " is no grade");
            }
            int size = sub.chunks().size();
            if (from == whole.chunks().size()) {
                addFollowUp(sub, grades);
            } else {
                int[] chunks = IntStream.range(from, from + size).toArray();
                int[] aspects = IntStream.range(0, whole.aspects().size()).toArray();
                batches.add(mapped(grades, aspects, chunks));
                from += size;
            }
            words.add(grades.explanation());
        }
        if (from != whole.chunks().size()) {
            throw new IllegalArgumentException("parts of " + from + " chunks are none of a question of "
                    + whole.chunks().size());
        }
    }

    /** A follow-up with its aspects and chunks in the ids of the whole. */
    record FollowUp(Question.Grade question, List<Integer> aspects, List<Integer> chunks) {}

    Optional<FollowUp> followUp() {
        List<Integer> aspects = new ArrayList<>();
        TreeSet<Integer> chunks = new TreeSet<>();
        for (int aspect = 0; aspect < whole.aspects().size(); aspect++) {
            List<AspectGrade> best = best(aspect);
            if (best.size() >= 2 && best.get(0).status() == AspectStatus.PARTIAL) {
                aspects.add(aspect);
                best.stream()
                        .flatMap(grade -> grade.evidence().stream())
                        .map(Citation::chunkId)
                        .filter(id -> id != WasteMerge.UNKNOWN)
                        .forEach(chunks::add);
            }
        }
        if (aspects.isEmpty() || chunks.size() < 2) {
            return Optional.empty();
        }
        Question.Grade question = new Question.Grade(
                whole.input(),
                aspects.stream().map(whole.aspects()::get).toList(),
                chunks.stream().map(whole.chunks()::get).toList(),
                whole.asOf());
        return Optional.of(new FollowUp(question, aspects, List.copyOf(chunks)));
    }

    Verdict.Grades merged() {
        List<AspectGrade> grades = new ArrayList<>();
        for (int aspect = 0; aspect < whole.aspects().size(); aspect++) {
            List<AspectGrade> best = best(aspect);
            if (best.isEmpty()) {
                continue; // no batch graded it, which the rules tell
            }
            AspectStatus status = best.get(0).status();
            List<Citation> evidence = status == AspectStatus.MISSING
                    ? List.of()
                    : best.stream()
                            .flatMap(grade -> grade.evidence().stream())
                            .distinct()
                            .toList();
            grades.add(new AspectGrade(aspect, status, evidence, missingDetail(aspect, best)));
        }
        return new Verdict.Grades(grades, joined(words, " "));
    }

    /** What is lacking: by the follow-up, which saw what several batches have, else by all that say so. */
    private String missingDetail(int aspect, List<AspectGrade> best) {
        AspectGrade last = best.get(best.size() - 1);
        return switch (last.status()) {
            case COVERED -> "";
            case PARTIAL ->
                followed.contains(aspect) && batches.get(batches.size() - 1).contains(last)
                        ? last.missingDetail()
                        : joined(best.stream().map(AspectGrade::missingDetail).toList(), "; ");
            case MISSING ->
                best.stream()
                        .map(AspectGrade::missingDetail)
                        .filter(detail -> !detail.isBlank())
                        .findFirst()
                        .orElse("");
        };
    }

    /** The grades of an aspect with the best status that any batch gives it. */
    private List<AspectGrade> best(int aspect) {
        List<AspectGrade> all = batches.stream()
                .flatMap(List::stream)
                .filter(grade -> grade.id() == aspect)
                .toList();
        Optional<AspectStatus> best = all.stream().map(AspectGrade::status).min(Enum::compareTo);
        return all.stream().filter(grade -> grade.status() == best.get()).toList();
    }

    private void addFollowUp(Question.Grade sub, Verdict.Grades grades) {
        FollowUp expected = followUp()
                .filter(asked -> asked.question().equals(sub))
                .orElseThrow(() -> new IllegalArgumentException("a part beyond the last batch that is no follow-up"));
        followed = expected.aspects();
        batches.add(mapped(grades, ints(expected.aspects()), ints(expected.chunks())));
    }

    private static List<AspectGrade> mapped(Verdict.Grades grades, int[] aspects, int[] chunks) {
        return grades.aspects().stream()
                .map(grade -> new AspectGrade(
                        known(grade.id(), aspects),
                        grade.status(),
                        grade.evidence().stream()
                                .map(citation -> new Citation(known(citation.chunkId(), chunks), citation.quote()))
                                .toList(),
                        grade.missingDetail()))
                .toList();
    }

    private static int known(int id, int[] ids) {
        return id >= 0 && id < ids.length ? ids[id] : WasteMerge.UNKNOWN;
    }

    private static int[] ints(Collection<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** What is said, each once, blank ones left out. */
    static String joined(List<String> texts, String between) {
        return new LinkedHashSet<>(texts)
                .stream().map(String::strip).filter(text -> !text.isEmpty()).collect(Collectors.joining(between));
    }
}
