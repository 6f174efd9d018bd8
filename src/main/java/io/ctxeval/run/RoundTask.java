package io.ctxeval.run;

import io.ctxeval.ledger.LedgerEntry;
import io.ctxeval.ledger.LedgerReading;
import io.ctxeval.ledger.Payments;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import scala.Tuple2;

/** The tasks around the calls of a round, over the questions of one partition: what is open, and who is told what. */
final class RoundTask {
    private static final char TO_ASK = '+';
    private static final char ANSWERED = '=';

    private RoundTask() {}

    /** Compares a partition's questions with the ledger and leaves their keys in a file. */
    static Forecast forecast(
            JudgingPlan plan, int round, int partition, Iterator<Tuple2<Wanted.Rank, Wanted>> questions)
            throws IOException {
        long asked = 0;
        Map<String, long[]> tokens = new HashMap<>();
        while (questions.hasNext()) {
            Wanted wanted = questions.next()._2();
            asked++;
            long[] sums = tokens.computeIfAbsent(
                    wanted.key(), any -> new long[] {wanted.tokens(), wanted.outputLimit(), 0, 0});
            if (wanted.laterTokens() > 0) {
                sums[2]++;
                sums[3] += wanted.laterTokens();
            }
        }
        LedgerReading settled = plan.settled(tokens.keySet());
        Set<String> answered = settled.entries().keySet();
        long[] open = new long[4];
        StringBuilder keys = new StringBuilder();
        for (Map.Entry<String, long[]> entry : tokens.entrySet()) {
            boolean known = answered.contains(entry.getKey());
            keys.append(known ? ANSWERED : TO_ASK).append(entry.getKey()).append('\n');
            if (!known) {
                for (int i = 0; i < open.length; i++) {
                    open[i] += entry.getValue()[i];
                }
            }
        }
        if (!tokens.isEmpty()) {
            // a second attempt leaves the same keys, but for those that another run answered meanwhile
            plan.storage()
                    .replace(plan.keysOf(round, partition), keys.toString().getBytes(StandardCharsets.UTF_8));
        }
        return new Forecast(asked, tokens.size(), answered.size(), open[0], open[1], open[2], open[3], settled.notes());
    }

    /** The keys that a round's forecast found open. */
    static Set<String> toAsk(JudgingPlan plan, int round, int partition) throws IOException {
        return keys(plan, round, partition, TO_ASK);
    }

    private static Set<String> keys(JudgingPlan plan, int round, int partition, char mark) throws IOException {
        Set<String> keys = new HashSet<>();
        Path file = plan.keysOf(round, partition);
        if (!plan.storage().exists(file)) {
            return keys;
        }
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(plan.storage().open(file), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.charAt(0) == mark) {
                    keys.add(line.substring(1));
                }
            }
        }
        return keys;
    }

    /** Leaves a partition's open questions in a file for the task that asks them: each once, in their turn. */
    static List<AskTask.OpenFile> setDown(
            JudgingPlan plan, int round, int partition, String attempt, Iterator<Tuple2<Wanted.Rank, Wanted>> questions)
            throws IOException {
        Set<String> open = toAsk(plan, round, partition);
        if (open.isEmpty()) {
            return List.of();
        }
        String name = round + "-" + partition + "-" + attempt;
        try (ObjectFile.Writer<Wanted> file =
                new ObjectFile.Writer<>(plan.storage(), new Path(plan.openFolder(), name))) {
            while (questions.hasNext() && !open.isEmpty()) {
                Wanted wanted = questions.next()._2();
                if (open.remove(wanted.key())) {
                    file.write(wanted);
                }
            }
        }
        return List.of(new AskTask.OpenFile(partition, name));
    }

    /** A file of answers for rows. */
    record ToldFile(String file, long answers, long judgements) implements Serializable {}

    /**
     * Brings the ledger's answers to the rows that wait for them, into a file: what one round of this run has read stays as it
     * is, whatever other runs write meanwhile.
     */
    static List<ToldFile> tell(
            JudgingPlan plan, int round, int partition, String attempt, Iterator<Tuple2<Wanted.Rank, Wanted>> questions)
            throws IOException {
        List<Place> places = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        while (questions.hasNext()) {
            Wanted wanted = questions.next()._2();
            places.add(new Place(wanted.key(), wanted.part(), wanted.row()));
            keys.add(wanted.key());
        }
        LedgerReading reading = plan.told(keys);
        Map<String, LedgerEntry> entries = reading.entries();
        if (entries.isEmpty()) {
            return List.of();
        }
        Map<String, Payments> bills = bills(plan, round, partition, reading);
        String name = round + "-" + partition + "-" + attempt;
        long answers = 0;
        long judgements = 0;
        try (ObjectFile.Writer<Told> file =
                new ObjectFile.Writer<>(plan.storage(), new Path(plan.toldFolder(), name))) {
            for (Place place : places) {
                LedgerEntry entry = entries.get(place.key());
                if (entry != null) {
                    file.write(new Told(place.part(), place.row(), entry, bills.remove(place.key())));
                    answers++;
                    judgements += entry.answered() ? 1 : 0;
                }
            }
        }
        return List.of(new ToldFile(name, answers, judgements));
    }

    private record Place(String key, int part, long row) {}

    /** What this run paid and no row of an earlier round has on its bill. */
    private static Map<String, Payments> bills(JudgingPlan plan, int round, int partition, LedgerReading reading)
            throws IOException {
        if (plan.judge().recorded()) {
            return new HashMap<>();
        }
        Map<String, Payments> bills = new HashMap<>(reading.payments());
        for (int earlier = 1; earlier < round && !bills.isEmpty(); earlier++) {
            bills.keySet().removeAll(keys(plan, earlier, partition, ANSWERED));
            bills.keySet().removeAll(keys(plan, earlier, partition, TO_ASK));
        }
        return bills;
    }
}
