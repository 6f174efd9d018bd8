package io.ctxeval.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.dataset.mapping.JsonValue;
import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.dataset.mapping.Node;
import io.ctxeval.dataset.mapping.RecordNode;
import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.MalformedJson;
import io.ctxeval.json.RawJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The partner records of one join by their keys. Of several with one key the first is the partner. Those that can't be anybody's
 * partner are counted, the first of them kept for a message.
 */
final class PartnerTable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Mapping.Join join;
    private final Map<String, Held> byKey = new HashMap<>();
    private final Passed contradicting = new Passed();
    private final Passed withoutKey = new Passed();
    private final Passed unreadable = new Passed();

    /** A partner: raw JSON or a value that needs no cursor. */
    private record Held(Object record, Origin origin) {}

    /** Partner records that are passed over for one reason. */
    private static final class Passed {
        private long count;
        private String first = "";

        void add(String what) {
            first = count == 0 ? what : first;
            count++;
        }

        void warn(List<String> warnings, Mapping.Join join, String one, String more, String rest) {
            if (count > 0) {
                warnings.add(String.format(
                        Locale.ROOT, "join %s: %,d %s%s%s", join.as(), count, count == 1 ? one : more, first, rest));
            }
        }
    }

    PartnerTable(Mapping.Join join) {
        this.join = join;
    }

    /** The partner with a key, in the care of a reader's cursor; null: there is none. */
    @Nullable Node partner(String key, JsonCursor cursor) {
        Held held = byKey.get(key);
        if (held == null) {
            return null;
        }
        return held.record() instanceof RawJson json
                ? new JsonValue(json.bytes(), json.from(), json.to(), cursor)
                : (Node) held.record();
    }

    void add(Found found) {
        if (found instanceof Found.Intact intact) {
            add(intact.node());
        } else if (found instanceof Found.Unreadable no) {
            unreadable.add(no.rejection().reason() + " (" + place(no.rejection().origin()) + ")");
        } else if (found instanceof Found.Broken broken) {
            unreadable.add(
                    broken.damage().reason() + " (" + place(broken.damage().origin()) + ")");
        }
    }

    private void add(RecordNode record) {
        if (record.repeatedKey() != null) {
            unreadable.add("the key " + record.repeatedKey() + " stands twice (" + place(record.origin()) + ")");
            return;
        }
        String key;
        try {
            key = join.partnerKey(record);
        } catch (MalformedJson broken) {
            unreadable.add("no JSON: " + broken.getMessage() + " (" + place(record.origin()) + ")");
            return;
        }
        if (key == null) {
            withoutKey.add(place(record.origin()));
            return;
        }
        // a JSON value belongs to the cursor it was read with: only its bytes can be shared
        Node whole = record.whole();
        Object shared = whole instanceof JsonValue ? whole.raw().trimmed() : whole;
        Held earlier = byKey.putIfAbsent(key, new Held(shared, record.origin()));
        if (earlier != null && !same(earlier.record(), shared)) {
            contradicting.add(Excerpts.of(key) + " at " + place(record.origin()) + " stands there otherwise in "
                    + place(earlier.origin()));
        }
    }

    /** Whether two records say the same, in whatever order and spacing. */
    private static boolean same(Object one, Object other) {
        String first = text(one);
        String second = text(other);
        try {
            return first.equals(second) || JSON.readTree(first).equals(JSON.readTree(second));
        } catch (JsonProcessingException unlike) {
            return false;
        }
    }

    private static String text(Object record) {
        return record instanceof Node node ? node.json() : record.toString();
    }

    private static String place(Origin origin) {
        return origin.file() + " at " + origin.position();
    }

    /** What was passed over, for a reader. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        contradicting.warn(
                warnings,
                join,
                "record contradicts an earlier one with its key: ",
                "records contradict earlier ones with their keys: the first, ",
                ", which holds");
        withoutKey.warn(
                warnings,
                join,
                "record has no key and is nobody's partner: ",
                "records have no key and are nobody's partner: the first is in ",
                "");
        unreadable.warn(warnings, join, "record can't be read: ", "records can't be read: the first, ", "");
        return warnings;
    }
}
