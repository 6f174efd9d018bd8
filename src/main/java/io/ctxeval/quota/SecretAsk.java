package io.ctxeval.quota;

import java.io.Serializable;

/** An executor asks for the key of a run's endpoint. */
record SecretAsk(String runId) implements Serializable {}
