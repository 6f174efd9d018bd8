package io.ctxeval.judge;

import java.util.regex.Pattern;

/** What a question asks for, where its wording tells, and whether a text states such a thing. English. */
enum AnswerType {
    NUMBER("how (?:many|much|long|old|far|tall|big|large|high|deep|often|fast)|what percentage|what age", "number") {
        @Override
        boolean isIn(String text) {
            return Sentence.statesNumber(text) || ONE_OF.matcher(text).find();
        }
    },
    TIME("when|what (?:year|date|time)|which year", "date or time") {
        @Override
        boolean isIn(String text) {
            return Sentence.statesNumber(text) || TIME_WORDS.matcher(text).find();
        }
    },
    ANY("", "answer") {
        @Override
        boolean isIn(String text) {
            return true;
        }
    };

    private static final Pattern ONE_OF = Pattern.compile(
            "\\b(?:once|twice|free|(?:one|an?|half an?|per|each|every) (?:second|minute|hour|day|week|month|year))\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern TIME_WORDS = Pattern.compile(
            "\\b(?:midnight|noon|once|daily|weekly|monthly|today|tomorrow|yesterday|immediately|later|after|before|until|"
                    + "(?:mon|tues|wednes|thurs|fri|satur|sun|week|to)days?|days?|nights?|mornings?|evenings?|hours?|minutes?|"
                    + "weeks?|months?|years?|january|february|march|april|may|june|july|august|september|october|november|"
                    + "december|spring|summer|autumn|winter|century|when|if|as soon as)\\b",
            Pattern.CASE_INSENSITIVE);

    private final Pattern asking;
    private final String shown;

    AnswerType(String asking, String shown) {
        this.asking = Pattern.compile("\\b(?:" + asking + ")\\b", Pattern.CASE_INSENSITIVE);
        this.shown = shown;
    }

    static AnswerType of(String question) {
        if (NUMBER.asking.matcher(question).find()) {
            return NUMBER;
        }
        return TIME.asking.matcher(question).find() ? TIME : ANY;
    }

    abstract boolean isIn(String text);

    String shown() {
        return shown;
    }
}
