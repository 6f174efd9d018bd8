package io.ctxeval.judge.served;

import java.util.ArrayList;
import java.util.List;

/**
 * What chunks take of the window, and how many fit.
 *
 * @param tokens of each chunk as it stands in a document
 * @param single tokens that a question about one batch has left for chunks
 * @param singleShare tokens of its reply for each chunk
 * @param joint tokens that a question about two batches has left for chunks
 * @param jointShare tokens of its reply for each chunk
 */
@SuppressWarnings("ArrayRecordComponent") // made and used in one method, never compared
record Costs(long[] tokens, long single, int singleShare, long joint, int jointShare) {
    /** The room of a question that isn't asked. */
    static final long UNLIMITED = Long.MAX_VALUE;

    /** The same with smaller room. */
    Costs times(double factor) {
        return new Costs(tokens, scaled(single, factor), singleShare, scaled(joint, factor), jointShare);
    }

    private static long scaled(long room, double factor) {
        return room == UNLIMITED ? room : (long) (room * factor);
    }

    /** A chunk that no division has room for: too long for a call, or together with another long one; -1: none. */
    int misfit() {
        int longest = longest();
        for (int id = 0; id < tokens.length; id++) {
            boolean alone = tokens[id] + singleShare <= single && tokens[id] + jointShare <= joint;
            boolean withLongest = id == longest || jointCost(id) + jointCost(longest) <= joint;
            if (!alone || !withLongest) {
                return id;
            }
        }
        return -1;
    }

    /**
     * The ends of the fewest contiguous batches any two of which fit one call: each has at most half of the room; one chunk
     * above that stands alone, and the other batches have what it leaves.
     */
    int[] ends() {
        int longest = longest();
        boolean giant = longest >= 0 && jointCost(longest) > joint / 2;
        long bound = giant ? joint - jointCost(longest) : joint / 2;
        List<Integer> ends = new ArrayList<>();
        long singleSum = 0;
        long jointSum = 0;
        for (int id = 0; id < tokens.length; id++) {
            boolean alone = giant && (id == longest || id == longest + 1);
            boolean full = singleSum + tokens[id] + singleShare > single || jointSum + jointCost(id) > bound;
            if (id > 0 && (alone || full)) {
                ends.add(id);
                singleSum = 0;
                jointSum = 0;
            }
            singleSum += tokens[id] + singleShare;
            jointSum += jointCost(id);
        }
        ends.add(tokens.length);
        return ends.stream().mapToInt(Integer::intValue).toArray();
    }

    private long jointCost(int id) {
        return joint == UNLIMITED ? 0 : tokens[id] + jointShare;
    }

    /** The first of the longest chunks; -1 where there is none. */
    private int longest() {
        int longest = -1;
        for (int id = 0; id < tokens.length; id++) {
            if (longest < 0 || tokens[id] > tokens[longest]) {
                longest = id;
            }
        }
        return longest;
    }
}
