package io.ctxeval.quota;

/**
 * What tokens cost, in one currency.
 *
 * @param inputPerMillion price of a million prompt tokens, 0 or more
 * @param outputPerMillion price of a million reply tokens, 0 or more
 */
public record Pricing(double inputPerMillion, double outputPerMillion) {
    private static final double MILLION = 1e6;

    /** @throws IllegalArgumentException for a negative price */
    public Pricing {
        if (!(inputPerMillion >= 0) || !(outputPerMillion >= 0)) {
            throw new IllegalArgumentException(
                    "prices per million: " + inputPerMillion + ", " + outputPerMillion + "; must be >= 0");
        }
    }

    /** The price of so many tokens. */
    public double cost(long inputTokens, long outputTokens) {
        return inputTokens * inputPerMillion / MILLION + outputTokens * outputPerMillion / MILLION;
    }

    /** The price of so many tokens if all of them were of the dearer kind. */
    double most(long tokens) {
        return tokens * Math.max(inputPerMillion, outputPerMillion) / MILLION;
    }
}
