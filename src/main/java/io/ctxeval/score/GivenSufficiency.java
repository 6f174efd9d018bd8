package io.ctxeval.score;

import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Citation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sufficiency judgement that the row itself carries (product.md 5): {@code {aspects: [{description, status, missing_detail,
 * chunk_ids}]}}, or a bare list of such aspects; an aspect may be a bare status, and is then described as {@code aspect i}. An
 * empty list needs {@code needs_information: false} beside it. Chunk ids are positions in the list as given; rule S4 doesn't
 * hold, so one that is out of range is dropped.
 *
 * @param needsInformation false: the judgement says that the input needs no context; then there are no aspects
 * @param descriptions by aspect id
 */
record GivenSufficiency(
        boolean needsInformation, List<String> descriptions, Verdict.Grades grades, Set<Warning> warnings) {
    static GivenSufficiency of(GivenJson judgement, ShownContext shown) throws RefusedJudgement {
        boolean bare = judgement.node().isArray();
        if (!bare && !judgement.node().isObject()) {
            throw judgement.wrongType("an object with aspects or a list of statuses");
        }
        List<GivenJson> aspects =
                bare ? judgement.elements("a list of statuses") : judgement.elementsOf("aspects", "a list of aspects");
        GivenJson needed = judgement.field("needs_information");
        boolean needsInformation = needed == null || needed.flag();
        if (needsInformation == aspects.isEmpty()) {
            throw RefusedJudgement.invalid(
                    "aspects: expected at least one, or none beside needs_information false; found " + aspects.size());
        }
        Set<Warning> warnings = EnumSet.noneOf(Warning.class);
        List<String> descriptions = new ArrayList<>();
        List<AspectGrade> grades = new ArrayList<>();
        for (GivenJson aspect : aspects) {
            int id = grades.size();
            boolean bareStatus = aspect.node().isTextual();
            if (!bareStatus && !aspect.node().isObject()) {
                throw aspect.wrongType("an object with status, or a status");
            }
            String description = aspect.textOf("description");
            descriptions.add(description.isBlank() ? "aspect " + id : description);
            grades.add(new AspectGrade(
                    id,
                    status(bareStatus ? aspect : aspect.field("status"), aspect),
                    citations(aspect, shown, warnings),
                    aspect.textOf("missing_detail")));
        }
        return new GivenSufficiency(
                needsInformation,
                List.copyOf(descriptions),
                new Verdict.Grades(grades, bare ? "" : judgement.textOf("explanation")),
                warnings);
    }

    private static AspectStatus status(@Nullable GivenJson status, GivenJson aspect) throws RefusedJudgement {
        if (status == null) {
            throw aspect.wrongValue("a status");
        }
        String text = status.text();
        for (AspectStatus known : AspectStatus.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(text)) {
                return known;
            }
        }
        throw status.wrongValue("covered, partial or missing");
    }

    private static List<Citation> citations(GivenJson aspect, ShownContext shown, Set<Warning> warnings)
            throws RefusedJudgement {
        List<Citation> citations = new ArrayList<>();
        for (GivenJson element : aspect.elementsOf("chunk_ids", "a list of chunk ids")) {
            element.number();
            Integer id = element.integer();
            if (id == null || id < 0 || id >= shown.size()) {
                warnings.add(Warning.INVALID_REFERENCE_DROPPED);
            } else if (shown.classes().isBlank(id)) {
                warnings.add(Warning.BLANK_CHUNK_JUDGED);
            } else {
                citations.add(new Citation(id, ""));
            }
        }
        return citations;
    }
}
