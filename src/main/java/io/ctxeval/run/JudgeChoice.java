package io.ctxeval.run;

import io.ctxeval.judge.Judge;
import io.ctxeval.judge.LexicalJudge;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The judges of {@code judge.kind}, chosen once on the driver and made anew in each task. */
enum JudgeChoice {
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
        Judgements judgements() {
            return Judgements.given();
        }
    },
    NONE;

    /** The judge that answers inside the scoring pass; null where there is none. */
    @Nullable Judge judge() {
        return null;
    }

    /** Where the scoring pass takes judgements from. */
    Judgements judgements() {
        Judge judge = judge();
        return judge == null ? Judgements.none() : Judgements.of(judge);
    }

    /** The name beside scores; null where nobody judges. */
    @Nullable String judgeName() {
        return this == GIVEN || this == NONE ? null : name().toLowerCase(Locale.ROOT);
    }

    static JudgeChoice of(String kind) {
        return valueOf(kind.toUpperCase(Locale.ROOT));
    }
}
