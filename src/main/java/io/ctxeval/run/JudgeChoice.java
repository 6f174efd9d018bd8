package io.ctxeval.run;

import io.ctxeval.embedding.EmbeddingModel;
import io.ctxeval.embedding.ModelUnavailable;
import io.ctxeval.judge.EmbeddedJudge;
import io.ctxeval.judge.Judge;
import io.ctxeval.judge.LexicalJudge;
import io.ctxeval.judge.StandIn;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The judges of {@code judge.kind}, chosen once on the driver and made anew in each task. */
enum JudgeChoice {
    EMBEDDED {
        /**
         * The judge of this Java machine.
         *
         * @throws IllegalStateException if it can't be loaded: a task never takes another judge than the driver chose
         */
        @Override
        @Nullable Judge judge() {
            try {
                return new EmbeddedJudge(EmbeddingModel.shared());
            } catch (ModelUnavailable e) {
                throw new IllegalStateException("judge.kind embedded, on this executor: " + e.getMessage(), e);
            }
        }
    },
    LEXICAL {
        @Override
        @Nullable Judge judge() {
            return new LexicalJudge();
        }
    },
    OPENAI,
    ANTHROPIC,
    RECORDED,
    GIVEN {
        @Override
        Judgements judgements(@Nullable String insteadOf) {
            return Judgements.given();
        }
    },
    NONE;

    /** The judge that answers inside the scoring pass; null where there is none. */
    @Nullable Judge judge() {
        return null;
    }

    /**
     * Where the scoring pass takes judgements from.
     *
     * @param insteadOf the judge that was asked for, if another one stands in
     */
    Judgements judgements(@Nullable String insteadOf) {
        Judge judge = judge();
        if (judge == null) {
            return Judgements.none();
        }
        return Judgements.of(insteadOf == null ? judge : new StandIn(judge, insteadOf));
    }

    /** The name beside scores; null where nobody judges. */
    @Nullable String judgeName() {
        return this == GIVEN || this == NONE ? null : name().toLowerCase(Locale.ROOT);
    }

    static JudgeChoice of(String kind) {
        return valueOf(kind.toUpperCase(Locale.ROOT));
    }
}
