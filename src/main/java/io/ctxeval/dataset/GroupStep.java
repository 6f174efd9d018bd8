package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Canonical;
import io.ctxeval.dataset.mapping.MappedRow;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What crosses the shuffle of a mapping that groups: a row, or an outcome that has nothing to do with groups. */
sealed interface GroupStep extends Serializable {
    /** Rows of one key meet; an outcome stays by itself. */
    String key();

    record Row(MappedRow row) implements GroupStep {
        @Override
        public String key() {
            return "r" + row.groupKey();
        }
    }

    /** A {@link Rejection}, a {@link Filtered} or a {@link DamagedFile}. */
    record Done(Outcome outcome) implements GroupStep {
        @Override
        public String key() {
            Origin origin = outcome.origin();
            return "o" + origin.position() + " " + origin.file();
        }
    }

    /** The outcomes of the steps with one key: a group's record, and a filtered row for each further row in it. */
    static List<Outcome> outcomes(Iterable<GroupStep> steps, Canonical canonical) {
        List<Outcome> outcomes = new ArrayList<>();
        List<MappedRow> rows = new ArrayList<>();
        for (GroupStep step : steps) {
            if (step instanceof Row row) {
                rows.add(row.row());
            } else if (step instanceof Done done) {
                outcomes.add(done.outcome());
            }
        }
        if (canonical.isEmpty(rows)) {
            rows.forEach(row -> outcomes.add(leftOut(row)));
        } else if (!rows.isEmpty()) {
            CanonicalRecord record = canonical.ofGroup(rows);
            outcomes.add(record);
            boolean standsIn = false;
            for (MappedRow row : rows) {
                // one of the rows is the record itself
                if (!standsIn && row.origin().equals(record.origin())) {
                    standsIn = true;
                } else {
                    outcomes.add(row.isAside() ? leftOut(row) : new Filtered(row.origin()));
                }
            }
        }
        return outcomes;
    }

    /** A row that is in no record: what was odd in it is said nowhere else. */
    private static Filtered leftOut(MappedRow row) {
        return new Filtered(row.origin(), row.notes().remarks());
    }
}
