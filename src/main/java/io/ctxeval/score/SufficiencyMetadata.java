package io.ctxeval.score;

import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.Scalar;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code ctx_suff} says beside its number (metrics.md 4.4). Chunk ids are positions in the list as given, the first of
 * copies.
 *
 * @param missingDetails of every aspect that isn't covered, in aspect order, exact repeats dropped
 * @param aspects in order; empty where nothing was graded
 * @param sufficient whether every aspect is covered
 * @param aspectSource who named the aspects; null where nobody had to
 * @param supportingChunks ids that any aspect cites, ascending
 * @param warnings codes of {@link Warning}
 */
public record SufficiencyMetadata(
        List<String> missingDetails,
        List<AspectNote> aspects,
        boolean sufficient,
        @Nullable AspectSource aspectSource,
        List<Integer> supportingChunks,
        List<String> warnings)
        implements Metadata {
    /** The columns of {@link #values()}, in order. */
    public static final List<Column> COLUMNS = List.of(
            Column.list("missing_details", Scalar.TEXT),
            Column.list(
                    "aspects",
                    Column.structOf(
                            Column.small("id"),
                            Column.text("description"),
                            Column.text("status"),
                            Column.list("chunk_ids", Scalar.SMALL),
                            Column.text("missing_detail"),
                            Column.real("strength"))),
            Column.flag("sufficient"),
            Column.small("n_aspects"),
            Column.text("aspect_source"),
            Column.list("supporting_chunks", Scalar.SMALL),
            Column.list("warnings", Scalar.TEXT));

    public SufficiencyMetadata {
        missingDetails = List.copyOf(missingDetails);
        aspects = List.copyOf(aspects);
        supportingChunks = List.copyOf(supportingChunks);
        warnings = List.copyOf(warnings);
    }

    /** The metadata of graded aspects. */
    static SufficiencyMetadata of(List<AspectNote> aspects, AspectSource source, List<String> warnings) {
        return new SufficiencyMetadata(
                aspects.stream()
                        .map(AspectNote::missingDetail)
                        .filter(detail -> detail != null)
                        .distinct()
                        .toList(),
                aspects,
                aspects.stream().allMatch(aspect -> aspect.status() == AspectStatus.COVERED),
                source,
                aspects.stream()
                        .flatMap(aspect -> aspect.chunkIds().stream())
                        .distinct()
                        .sorted()
                        .toList(),
                warnings);
    }

    @Override
    public @Nullable Object[] values() {
        return new @Nullable Object[] {
            missingDetails,
            aspects.stream().map(AspectNote::values).toList(),
            sufficient,
            aspects.size(),
            aspectSource == null ? null : aspectSource.name().toLowerCase(Locale.ROOT),
            supportingChunks,
            warnings
        };
    }

    /**
     * The score, in its stored form, that the same grades come to with only the first chunks: an aspect keeps its status if one
     * of its chunks is among them, and is missing otherwise. Without aspects it is the score as it stands.
     *
     * @param count chunks kept, at least 0
     */
    public double scoreOfFirst(int count) {
        if (aspects.isEmpty()) {
            return sufficient ? 100 : 0;
        }
        int covered = 0;
        int partial = 0;
        for (AspectNote aspect : aspects) {
            // ids ascend
            if (!aspect.chunkIds().isEmpty() && aspect.chunkIds().get(0) < count) {
                covered += aspect.status() == AspectStatus.COVERED ? 1 : 0;
                partial += aspect.status() == AspectStatus.PARTIAL ? 1 : 0;
            }
        }
        return StoredScore.of(new SufficiencyFormula.Figures(aspects.size(), covered, partial).score());
    }

    /** Whether every aspect that isn't missing names a chunk; where one doesn't, {@link #scoreOfFirst} can't be told. */
    public boolean isCited() {
        for (AspectNote aspect : aspects) {
            if (aspect.status() != AspectStatus.MISSING && aspect.chunkIds().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Who named the aspects. */
    public enum AspectSource {
        JUDGE,
        GIVEN
    }

    /**
     * One graded aspect.
     *
     * @param chunkIds ids as given, ascending; empty for a missing aspect
     * @param missingDetail null if and only if the aspect is covered
     * @param strength how strongly the judge holds it covered, in [0, 1]; null: the judge doesn't grade beyond the status
     */
    public record AspectNote(
            int id,
            String description,
            AspectStatus status,
            List<Integer> chunkIds,
            @Nullable String missingDetail,
            @Nullable Double strength)
            implements Serializable {
        public AspectNote {
            chunkIds = List.copyOf(chunkIds);
            if ((missingDetail == null) != (status == AspectStatus.COVERED)) {
                throw new IllegalArgumentException(
                        "aspect " + id + " is " + status + " with missing detail " + missingDetail);
            }
        }

        private @Nullable Object[] values() {
            return new @Nullable Object[] {
                id, description, status.name().toLowerCase(Locale.ROOT), chunkIds, missingDetail, strength
            };
        }
    }
}
