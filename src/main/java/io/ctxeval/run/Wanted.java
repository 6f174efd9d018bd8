package io.ctxeval.run;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.served.JudgeRequest;
import io.ctxeval.judge.served.QuestionDocument;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import java.io.Serializable;
import java.util.Comparator;
import scala.util.hashing.MurmurHash3$;

/**
 * A question that a staged row waits for, on its way through the shuffle that brings equal questions together.
 *
 * @param tokens estimate of the prompt
 * @param outputLimit tokens that the reply may have
 * @param laterTokens estimate for the question that the answer leads to; 0 where it leads to none
 * @param document the question as {@link QuestionDocument} writes it
 * @param part index of the staged file
 * @param row index of the row in it
 */
record Wanted(
        String key, String step, long tokens, int outputLimit, long laterTokens, String document, int part, long row)
        implements Serializable {
    private static final int CHARACTERS_PER_TOKEN = 3;

    /** What a grade's prompt has beside its chunks, roughly. */
    private static final int GRADE_FRAME = 1_000;

    /** Where a question stands in its task; equal ones in a row. */
    record Rank(int turn, String key) implements Serializable {}

    /**
     * The order of ranks: by chance, and for each run another one. An endpoint that refuses some questions for their size or words
     * isn't met by all of them at once, and a run doesn't stop at those at which the one before it stopped.
     */
    static final class InTurn implements Comparator<Rank>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compare(Rank a, Rank b) {
            int byTurn = Integer.compare(a.turn(), b.turn());
            return byTurn != 0 ? byTurn : a.key().compareTo(b.key());
        }
    }

    static Wanted of(JudgeRequest request, RagSample sample, int part, long row) {
        return new Wanted(
                request.key(),
                request.step(),
                request.promptTokens(),
                request.outputLimit(),
                request.question() instanceof Question.Decompose ? gradeTokens(sample) : 0,
                QuestionDocument.write(request.question()),
                part,
                row);
    }

    Rank rank(String runId) {
        return new Rank(MurmurHash3$.MODULE$.stringHash(key, runId.hashCode()), key);
    }

    private static long gradeTokens(RagSample sample) {
        long characters = 0;
        if (sample.context() instanceof RetrievedContext.Chunks context) {
            for (Chunk chunk : context.chunks()) {
                characters += chunk.text().length();
            }
        }
        return GRADE_FRAME + characters / CHARACTERS_PER_TOKEN;
    }
}
