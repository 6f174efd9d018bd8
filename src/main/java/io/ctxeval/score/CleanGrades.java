package io.ctxeval.score;

import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.score.SufficiencyMetadata.AspectNote;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Grades after the rules S5 to S7 of metrics.md 4.4; S3 and S4 are {@link io.ctxeval.judge.VerdictRules}'. */
final class CleanGrades {
    private CleanGrades() {}

    /**
     * The aspects in the order of their ids.
     *
     * @param grades each id of the descriptions once
     * @param chunkOf from a cited id to the id as given of the first copy
     * @param warnings receives what was cleaned
     */
    static List<AspectNote> notes(
            Verdict.Grades grades, List<String> descriptions, IntUnaryOperator chunkOf, Set<Warning> warnings) {
        return grades.aspects().stream()
                .sorted(Comparator.comparingInt(AspectGrade::id))
                .map(grade -> new AspectNote(
                        grade.id(),
                        descriptions.get(grade.id()),
                        grade.status(),
                        chunkIds(grade, chunkOf, warnings),
                        missingDetail(grade, descriptions.get(grade.id()), warnings),
                        grade.strength()))
                .toList();
    }

    private static List<Integer> chunkIds(AspectGrade grade, IntUnaryOperator chunkOf, Set<Warning> warnings) {
        if (grade.status() == AspectStatus.MISSING) {
            if (!grade.evidence().isEmpty()) {
                warnings.add(Warning.CITATION_IGNORED);
            }
            return List.of();
        }
        return grade.evidence().stream()
                .mapToInt(Citation::chunkId)
                .map(chunkOf)
                .distinct()
                .sorted()
                .boxed()
                .toList();
    }

    private static @Nullable String missingDetail(AspectGrade grade, String description, Set<Warning> warnings) {
        boolean blank = grade.missingDetail().isBlank();
        if (grade.status() == AspectStatus.COVERED) {
            if (!blank) {
                warnings.add(Warning.DETAIL_IGNORED);
            }
            return null;
        }
        if (blank) {
            warnings.add(Warning.DETAIL_FILLED);
            return "not covered: " + description;
        }
        return grade.missingDetail().strip();
    }
}
