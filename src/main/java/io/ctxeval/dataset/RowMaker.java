package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Canonical;
import io.ctxeval.dataset.mapping.MappedRow;
import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.dataset.mapping.RetrievalRule;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Maps what a reader finds to rows, the {@code sql} fields included. One a task.
 */
final class RowMaker {
    private final Mapping mapping;
    private final Mapping.Lookup lookup;
    private final SqlFields sql;

    RowMaker(Mapping mapping, Mapping.Lookup lookup, SqlFields sql) {
        this.mapping = mapping;
        this.lookup = lookup;
        this.sql = sql;
    }

    /** What rows and other outcomes become on their way out. */
    interface Steps<T> {
        T ofRow(MappedRow row);

        T ofOutcome(Outcome outcome);
    }

    /** Outcomes of a mapping that doesn't group: a row is a record. */
    Iterator<Outcome> outcomes(Iterator<Found> records) {
        Canonical canonical = new Canonical(mapping);
        return steps(records, new Steps<Outcome>() {
            @Override
            public Outcome ofRow(MappedRow row) {
                return canonical.of(row);
            }

            @Override
            public Outcome ofOutcome(Outcome outcome) {
                return outcome;
            }
        });
    }

    /** Rows still to be grouped, and the outcomes that never will be. */
    Iterator<GroupStep> groupSteps(Iterator<Found> records) {
        return steps(records, new Steps<GroupStep>() {
            @Override
            public GroupStep ofRow(MappedRow row) {
                return new GroupStep.Row(row);
            }

            @Override
            public GroupStep ofOutcome(Outcome outcome) {
                return new GroupStep.Done(outcome);
            }
        });
    }

    /** Parts of samples, and the outcomes that never will be. */
    Iterator<RetrievalStep> retrievalSteps(Iterator<Found> records) {
        RetrievalRule rule = new RetrievalRule(mapping);
        return steps(records, new Steps<RetrievalStep>() {
            @Override
            public RetrievalStep ofRow(MappedRow row) {
                return new RetrievalStep.Part(rule.part(row));
            }

            @Override
            public RetrievalStep ofOutcome(Outcome outcome) {
                return new RetrievalStep.Done(outcome);
            }
        });
    }

    private <T> Iterator<T> steps(Iterator<Found> records, Steps<T> steps) {
        ArrayDeque<T> ready = new ArrayDeque<>();
        Mapping.Rows into = new Collector<>(steps, ready);
        Mapping.Rows rows = sql.isEmpty() ? into : new WithSql(into);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                while (ready.isEmpty() && records.hasNext()) {
                    Found found = records.next();
                    if (found instanceof Found.Intact intact) {
                        mapping.map(intact.node(), lookup, rows);
                    } else if (found instanceof Found.Unreadable unreadable) {
                        into.rejected(unreadable.rejection());
                    } else if (found instanceof Found.Broken broken) {
                        ready.add(steps.ofOutcome(broken.damage()));
                    }
                }
                return !ready.isEmpty();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return ready.remove();
            }
        };
    }

    private record Collector<T>(Steps<T> steps, ArrayDeque<T> ready) implements Mapping.Rows {
        @Override
        public void row(MappedRow row) {
            ready.add(steps.ofRow(row));
        }

        @Override
        public void filtered(Filtered filtered) {
            ready.add(steps.ofOutcome(filtered));
        }

        @Override
        public void rejected(Rejection rejection) {
            ready.add(steps.ofOutcome(rejection));
        }
    }

    /** Fills the {@code sql} fields of rows that pass. */
    private final class WithSql implements Mapping.Rows {
        private final Mapping.Rows into;

        WithSql(Mapping.Rows into) {
            this.into = into;
        }

        @Override
        public void row(MappedRow row) {
            try {
                mapping.putSql(row, sql.valuesOf(mapping.sqlInput(row)), into);
            } catch (SqlFields.Failed e) {
                String reason = Excerpts.firstLine(String.valueOf(e.getMessage()));
                into.rejected(new Rejection(row.origin(), null, e.field(), reason, null));
            }
        }

        @Override
        public void filtered(Filtered filtered) {
            into.filtered(filtered);
        }

        @Override
        public void rejected(Rejection rejection) {
            into.rejected(rejection);
        }
    }
}
