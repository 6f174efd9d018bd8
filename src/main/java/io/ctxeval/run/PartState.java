package io.ctxeval.run;

import io.ctxeval.insight.Insights;
import io.ctxeval.summary.RunState;
import io.ctxeval.summary.WorstTable;
import io.ctxeval.table.Storage;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.apache.hadoop.fs.Path;

/**
 * The mergeable state of a part of the rows. It goes to the driver through a file, one part at a time: results of thousands of
 * tasks held at once would be the one thing that grows with the rows.
 */
record PartState(RunState scores, WorstTable worst, Insights insights) implements Serializable {

    void writeTo(Storage storage, Path file) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(storage.create(file)))) {
            out.writeObject(this);
        }
    }

    static PartState readFrom(Storage storage, Path file) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(storage.open(file)))) {
            return (PartState) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("state of another version of ctxeval: " + file, e);
        }
    }

    void merge(PartState other) {
        scores.merge(other.scores);
        worst.merge(other.worst);
        insights.merge(other.insights);
    }
}
