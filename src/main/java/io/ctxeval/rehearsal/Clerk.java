package io.ctxeval.rehearsal;

import io.ctxeval.judge.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Writes judgements; remembers the last ones, because a question that failed comes again. Safe for threads. */
final class Clerk {
    private static final int REMEMBERED = 4096;
    /** A reply to what is no question of ours. */
    private static final String NO_DOCUMENT =
            "This judge answers questions in a JSON document between two fence lines; there is none.";

    private final ThreadLocal<Verdicts> verdicts = ThreadLocal.withInitial(Verdicts::new);
    private final Map<String, String> remembered = Collections.synchronizedMap(new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > REMEMBERED;
        }
    });

    /**
     * The judgement that is asked for, as JSON.
     *
     * @param obeys whether the judge follows an order rather than the evidence
     */
    String judgement(Asked asked, boolean obeys, Spoil spoil) {
        if (obeys || spoil != Spoil.NONE) {
            return written(asked, obeys, spoil);
        }
        String known = remembered.get(asked.question());
        if (known == null) {
            known = written(asked, false, Spoil.NONE);
            remembered.put(asked.question(), known);
        }
        return known;
    }

    private String written(Asked asked, boolean obeys, Spoil spoil) {
        return Optional.ofNullable(asked.document())
                .flatMap(AskedQuestion::of)
                .map(question -> written(question, obeys, spoil))
                .orElse(NO_DOCUMENT);
    }

    private String written(AskedQuestion asked, boolean obeys, Spoil spoil) {
        Verdicts mine = verdicts.get();
        Verdict verdict = obeys ? mine.byOrder(asked.question()) : mine.byWording(asked.question());
        return JudgementText.of(asked, verdict, spoil);
    }
}
