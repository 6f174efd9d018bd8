package io.ctxeval.judge;

import java.util.Set;

/** English nouns whose number is a name: {@code platform 3} is another platform than {@code platform 5}. */
final class LabelNouns {
    private static final Set<String> NOUNS = Set.of(
            "apartment",
            "appendix",
            "article",
            "bay",
            "block",
            "building",
            "bus",
            "case",
            "category",
            "chapter",
            "class",
            "clause",
            "dock",
            "episode",
            "example",
            "exercise",
            "exit",
            "figure",
            "flight",
            "gate",
            "group",
            "highway",
            "issue",
            "item",
            "lane",
            "line",
            "lot",
            "model",
            "module",
            "node",
            "nr",
            "number",
            "option",
            "order",
            "paragraph",
            "part",
            "phase",
            "plan",
            "platform",
            "position",
            "question",
            "road",
            "room",
            "route",
            "row",
            "rule",
            "season",
            "seat",
            "section",
            "shelf",
            "slot",
            "stage",
            "station",
            "step",
            "stop",
            "suite",
            "table",
            "task",
            "team",
            "terminal",
            "ticket",
            "tier",
            "track",
            "tram",
            "unit",
            "volume",
            "ward",
            "zone");
    /** Behind these a noun counts: {@code each room 2 guests}. */
    private static final Set<String> COUNTING = Set.of("a", "an", "any", "each", "every", "per", "this", "that");
    /** Before a number they make an amount of money. */
    private static final Set<String> CURRENCIES = Set.of(
            "aud", "brl", "cad", "chf", "cny", "czk", "dkk", "eur", "gbp", "huf", "inr", "jpy", "krw", "mxn", "nok",
            "nzd", "pln", "ron", "rs", "rub", "sek", "sgd", "try", "us", "usd", "zar");
    /** Behind these a number at the sentence's start belongs to the word before it: {@code Apollo 11 was}. */
    private static final Set<String> VERBS = Set.of(
            "is", "are", "was", "were", "has", "have", "had", "can", "could", "will", "would", "must", "may", "does",
            "did");

    private LabelNouns() {}

    /**
     * Whether the number behind a noun is its name, whatever its first letter.
     *
     * @param before the word before the noun; empty: none
     */
    static boolean contains(String noun, String before) {
        boolean plural = noun.endsWith("s") && NOUNS.contains(noun.substring(0, noun.length() - 1));
        return (NOUNS.contains(noun) || plural) && !COUNTING.contains(before);
    }

    /** Whether the number behind a word with a capital letter is its name; dates and amounts of money have such words too. */
    static boolean mayBe(String capital) {
        return !CURRENCIES.contains(capital) && !Calendar.isNamed(capital) && !FunctionWords.contains(capital);
    }

    static boolean isVerb(String word) {
        return VERBS.contains(word);
    }
}
