package io.ctxeval.quota;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The driver's answer to a {@link SecretAsk}; the only form in which a key crosses the wire. */
final class SecretReply implements Reply {
    private static final long serialVersionUID = 1L;

    private final @Nullable String value;

    SecretReply(@Nullable Secret secret) {
        this.value = secret == null ? null : secret.reveal();
    }

    /** Empty where the endpoint wants no key. */
    Optional<Secret> secret() {
        return Optional.ofNullable(value).map(Secret::new);
    }

    @Override
    public String toString() {
        return "SecretReply[redacted]";
    }
}
