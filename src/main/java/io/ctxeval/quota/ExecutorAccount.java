package io.ctxeval.quota;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the driver knows of one executor. Not safe for many threads. */
final class ExecutorAccount {
    final String executorId;

    private long sequence;
    private Reply.@Nullable Grant lastGrant;
    private long lastHeard;
    private boolean silent;

    private long unbegun;
    private long inFlight;
    private List<Long> wishes = List.of();
    private int allotted;
    private double served;
    private int waiting;
    private long slowestMillis;

    ExecutorAccount(String executorId) {
        this.executorId = executorId;
    }

    /** The answer to this exchange if it was given before. */
    Reply.@Nullable Grant givenBefore(Exchange exchange) {
        return exchange.sequence() == sequence ? lastGrant : null;
    }

    boolean isOutOfDate(Exchange exchange) {
        return exchange.sequence() < sequence;
    }

    void heard(long now) {
        lastHeard = now;
        silent = false;
    }

    /** Takes over the counts and wishes of a new exchange. */
    void report(Exchange exchange) {
        sequence = exchange.sequence();
        unbegun = Math.max(0, unbegun - exchange.started() - exchange.returned());
        inFlight = Math.max(0, inFlight + exchange.started() - exchange.answered() - exchange.failed());
        wishes = exchange.wishes();
        waiting = exchange.waiting();
        slowestMillis = exchange.slowestMillis();
    }

    void fellSilent() {
        silent = true;
        wishes = List.of();
        waiting = 0;
        slowestMillis = 0;
    }

    boolean isSilent() {
        return silent;
    }

    boolean silentFor(long nanos, long now) {
        return !silent && now - lastHeard > nanos;
    }

    /** Whether there is a wish that nothing was allotted to. */
    boolean isHungry() {
        return allotted < wishes.size();
    }

    /** Tokens of the first wish that nothing was allotted to. */
    long nextWish() {
        return wishes.get(allotted);
    }

    /** Allots the next wish, which counts so much in this executor's turn. */
    void allot(double weight) {
        allotted++;
        served += weight;
    }

    /** What this executor got, by weight; comparable between executors that want something. */
    double served() {
        return served;
    }

    /** An executor that wanted nothing for a while has saved nothing up. */
    void catchUpWith(double others) {
        served = Math.max(served, others);
    }

    int allotted() {
        return allotted;
    }

    long allottedTokens() {
        long tokens = 0;
        for (int i = 0; i < allotted; i++) {
            tokens += wishes.get(i);
        }
        return tokens;
    }

    /** Takes back what was allotted and not yet collected. */
    void reclaim(double weight) {
        served -= weight;
        allotted = 0;
    }

    /** Hands out what is allotted; the wishes that it answers are gone. */
    int collect() {
        int requests = allotted;
        wishes = List.copyOf(wishes.subList(requests, wishes.size()));
        waiting = Math.max(0, waiting - requests);
        unbegun += requests;
        allotted = 0;
        return requests;
    }

    void answeredWith(Reply.Grant grant) {
        lastGrant = grant;
    }

    /** Granted requests that haven't ended, begun or not. */
    long outstanding() {
        return unbegun + inFlight;
    }

    long unbegun() {
        return unbegun;
    }

    long inFlight() {
        return inFlight;
    }

    int waiting() {
        return waiting;
    }

    long slowestMillis() {
        return slowestMillis;
    }
}
