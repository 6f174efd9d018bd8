package io.ctxeval.quota;

/**
 * A key that is held in memory only. Has no serial form, no equality by content, and a text form without the key, so that no log, plan
 * or exception shows it by accident.
 */
public final class Secret {
    private final String value;

    /** @throws IllegalArgumentException for a blank key or one with line breaks; the message doesn't show it */
    public Secret(String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException("the key is blank");
        }
        if (value.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("the key has control characters");
        }
        this.value = value;
    }

    /** The key itself, for the header of a request and nothing else. */
    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return "Secret[redacted]";
    }
}
