package io.ctxeval.run;

import io.ctxeval.judge.Judge;
import io.ctxeval.judge.LexicalJudge;
import org.jspecify.annotations.Nullable;

/** The judges of {@code judge.kind}, chosen once on the driver and made anew in each task. */
enum JudgeChoice {
    LEXICAL {
        @Override
        @Nullable Judge judge() {
            return new LexicalJudge();
        }
    },
    GIVEN {
        @Override
        @Nullable Judge judge() {
            return null;
        }
    },
    NONE {
        @Override
        @Nullable Judge judge() {
            return null;
        }
    };

    /** The judge that is asked; null where nobody is: judged metrics then take a row's own judgement, or aren't there. */
    abstract @Nullable Judge judge();

    static JudgeChoice of(String kind) {
        return valueOf(kind.toUpperCase(java.util.Locale.ROOT));
    }
}
