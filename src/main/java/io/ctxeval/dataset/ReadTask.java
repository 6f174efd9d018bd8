package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Canonical;
import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.plan.InputSpec.Damaged;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;

/** What is sent to the tasks that read one input. */
final class ReadTask implements Serializable {
    private static final int ROW_BITS = 40;

    private final MappingRecipe recipe;
    private final Damaged damaged;
    private final SqlFields sql;
    private final String name;
    private final Broadcast<Partners> partners;
    private final Broadcast<SerializableConfiguration> configuration;

    /**
     * A task for one input.
     *
     * @param name of a Spark source
     */
    ReadTask(
            OpenedInput input,
            String name,
            Broadcast<Partners> partners,
            Broadcast<SerializableConfiguration> configuration) {
        recipe = input.recipe();
        damaged = input.damaged();
        sql = input.sql();
        this.name = name;
        this.partners = partners;
        this.configuration = configuration;
    }

    Iterator<Outcome> outcomes(Iterator<List<FileSlice>> slices) {
        Mapping mapping = recipe.compileAgain();
        return maker(mapping).outcomes(records(mapping, slices));
    }

    Iterator<GroupStep> groupSteps(Iterator<List<FileSlice>> slices) {
        Mapping mapping = recipe.compileAgain();
        return maker(mapping).groupSteps(records(mapping, slices));
    }

    Iterator<RetrievalStep> retrievalSteps(Iterator<List<FileSlice>> slices) {
        Mapping mapping = recipe.compileAgain();
        return maker(mapping).retrievalSteps(records(mapping, slices));
    }

    Iterator<RetrievalStep> retrievalStepsOfRows(int partition, Iterator<Row> rows) {
        Mapping mapping = recipe.compileAgain();
        return maker(mapping).retrievalSteps(records(mapping, partition, rows));
    }

    Iterator<Outcome> outcomesOfRows(int partition, Iterator<Row> rows) {
        Mapping mapping = recipe.compileAgain();
        return maker(mapping).outcomes(records(mapping, partition, rows));
    }

    Iterator<GroupStep> groupStepsOfRows(int partition, Iterator<Row> rows) {
        Mapping mapping = recipe.compileAgain();
        return maker(mapping).groupSteps(records(mapping, partition, rows));
    }

    Iterator<Outcome> grouped(Iterator<Iterable<GroupStep>> groups) {
        Canonical canonical = new Canonical(recipe.compileAgain());
        return new Flattened<>(
                groups, steps -> GroupStep.outcomes(steps, canonical).iterator());
    }

    private RowMaker maker(Mapping mapping) {
        Configuration hadoop = configuration.value().value();
        return new RowMaker(mapping, partners.value().lookup(hadoop), sql);
    }

    private Iterator<Found> records(Mapping mapping, Iterator<List<FileSlice>> slices) {
        SliceRecords records = new SliceRecords(
                new Flattened<>(slices, List::iterator),
                mapping.columns(),
                recipe.validatedLater(mapping),
                damaged,
                configuration.value().value());
        TaskContext context = TaskContext.get();
        if (context != null) {
            // a consumer that stops early leaves a file open
            TaskCompletionListener close = done -> {
                try {
                    records.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
            context.addTaskCompletionListener(close);
        }
        return records;
    }

    private Iterator<Found> records(Mapping mapping, int partition, Iterator<Row> rows) {
        Columns columns = mapping.columns();
        RecordPlace place = new RecordPlace(recipe.input(), name, Map.of(), columns);
        return OpenedInput.sparkRecords(place, rows, columns, (long) partition << ROW_BITS);
    }

    /** The elements of iterators one after another. */
    private static final class Flattened<A, B> implements Iterator<B> {
        private final Iterator<A> outer;
        private final Function<A, Iterator<B>> inner;
        private Iterator<B> current = new ArrayList<B>().iterator();

        Flattened(Iterator<A> outer, Function<A, Iterator<B>> inner) {
            this.outer = outer;
            this.inner = inner;
        }

        @Override
        public boolean hasNext() {
            while (!current.hasNext() && outer.hasNext()) {
                current = inner.apply(outer.next());
            }
            return current.hasNext();
        }

        @Override
        public B next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return current.next();
        }
    }
}
