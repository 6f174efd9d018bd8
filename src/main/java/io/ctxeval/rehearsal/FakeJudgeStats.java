package io.ctxeval.rehearsal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a fake judge was asked since its start or the last reset. A content is a question (model and data document) at one turn of
 * its conversation. An answer is a right reply, whether or not the caller waited for it: a provider bills it.
 *
 * @param requests for completions; other paths aren't counted
 * @param answered right replies
 * @param byStatus by HTTP status; {@code reset} and {@code none} where no status was sent
 * @param byFault requests that a disturbance hit
 * @param distinctContents different contents asked
 * @param answeredMoreThanOnce contents with two answers or more: what was paid twice
 * @param maxAnswersPerContent of any content
 * @param requestsPerContent number of contents by number of requests
 * @param withoutDocument requests in which no data document was found
 * @param abandoned requests whose caller went away before its reply was sent
 * @param redirectsFollowed requests that came where a redirect pointed
 * @param inFlight requests that wait for their reply now
 * @param maxInFlight at any time
 * @param recentRate requests per second over the last ten whole seconds
 * @param rateLimitedShare of the requests that were answered 429, in [0, 1]; 0 without any
 * @param since begin of the count
 * @param firstSecond after {@code since}, the one that the two lists begin with: they hold the last ten minutes
 * @param requestsBySecond up to now
 * @param rateLimitedBySecond answered 429, up to now
 */
public record FakeJudgeStats(
        long requests,
        long answered,
        Map<String, Long> byStatus,
        Map<String, Long> byFault,
        long distinctContents,
        long answeredMoreThanOnce,
        long maxAnswersPerContent,
        Map<Long, Long> requestsPerContent,
        long withoutDocument,
        long abandoned,
        long redirectsFollowed,
        long inFlight,
        long maxInFlight,
        double recentRate,
        double rateLimitedShare,
        Instant since,
        int firstSecond,
        List<Integer> requestsBySecond,
        List<Integer> rateLimitedBySecond) {
    /** Seconds that {@link #json()} lists. */
    static final int LISTED_SECONDS = 60;

    public FakeJudgeStats {
        byStatus = new TreeMap<>(byStatus);
        byFault = new TreeMap<>(byFault);
        requestsPerContent = new TreeMap<>(requestsPerContent);
        requestsBySecond = List.copyOf(requestsBySecond);
        rateLimitedBySecond = List.copyOf(rateLimitedBySecond);
    }

    /** The requests that got this status, or 0. */
    public long withStatus(int status) {
        return byStatus.getOrDefault(Integer.toString(status), 0L);
    }

    /** As {@link #json(int)}, with the last minute. */
    public String json() {
        return json(LISTED_SECONDS);
    }

    /**
     * As one JSON object, names in snake case.
     *
     * @param seconds at most so many of the last ones are listed; totals are of the whole time
     */
    public String json(int seconds) {
        int unlisted = Math.max(0, requestsBySecond.size() - seconds);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("requests", requests);
        json.put("answered", answered);
        counts(byStatus, json.putObject("by_status"));
        counts(byFault, json.putObject("by_fault"));
        json.put("distinct_contents", distinctContents);
        json.put("answered_more_than_once", answeredMoreThanOnce);
        json.put("max_answers_per_content", maxAnswersPerContent);
        counts(requestsPerContent, json.putObject("requests_per_content"));
        json.put("without_document", withoutDocument);
        json.put("abandoned", abandoned);
        json.put("redirects_followed", redirectsFollowed);
        json.put("in_flight", inFlight);
        json.put("max_in_flight", maxInFlight);
        json.put("recent_rate", recentRate);
        json.put("rate_limited_share", rateLimitedShare);
        json.put("since", since.toString());
        json.put("first_second", firstSecond + unlisted);
        last(requestsBySecond, unlisted).forEach(json.putArray("requests_by_second")::add);
        last(rateLimitedBySecond, unlisted).forEach(json.putArray("rate_limited_by_second")::add);
        return json.toString();
    }

    private static List<Integer> last(List<Integer> bySecond, int unlisted) {
        return bySecond.subList(unlisted, bySecond.size());
    }

    private static void counts(Map<?, Long> counts, ObjectNode json) {
        counts.forEach((name, count) -> json.put(name.toString(), count));
    }
}
