package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One record as a reader hands it over: the top-level fields that the mapping looks at, where it stands, and the partition
 * columns of its path. A partition column hides a field of its name (formats.md 3.5); {@value #FILE_NAME} is the last part of
 * the file's path unless a field is called so.
 */
public final class RecordNode implements Node {
    /** The name under which a mapping finds the file's name. */
    public static final String FILE_NAME = "file_name";

    private final Columns columns;
    private final Origin origin;
    private final @Nullable Long line;
    private final Map<String, String> partitions;
    private final @Nullable Node[] values;
    private @Nullable Node whole;
    private @Nullable String repeatedKey;

    /**
     * An empty record, to be filled by {@link #put}.
     *
     * @param line 1-based line for messages, where it is known
     * @param partitions partition columns by name; one whose value is Hive's default partition is left out
     */
    public RecordNode(Columns columns, Origin origin, @Nullable Long line, Map<String, String> partitions) {
        this.columns = columns;
        this.origin = origin;
        this.line = line;
        this.partitions = partitions;
        this.values = new Node[columns.size()];
    }

    /** Sets a field; one that nobody looks at is passed over. A column without a value is {@link PlainValue#NULL}. */
    public void put(String key, Node value) {
        int slot = columns.slot(key);
        if (slot >= 0) {
            put(slot, key, value);
        }
    }

    /**
     * Sets a field by its place. A second value in one place (the same key twice, or keys that differ only in case) makes the
     * record a rejection that names the key (formats.md 3.3).
     */
    public void put(int slot, String key, Node value) {
        if (values[slot] != null) {
            repeatedKey = key;
        }
        values[slot] = value;
    }

    /** Sets the value of the whole record, where the container has one: a JSON object, a Parquet row. */
    public void whole(Node value) {
        whole = value;
    }

    public Columns columns() {
        return columns;
    }

    public Origin origin() {
        return origin;
    }

    public @Nullable Long line() {
        return line;
    }

    /** The key that came twice; null if none did. */
    public @Nullable String repeatedKey() {
        return repeatedKey;
    }

    /** The whole record; of a container without such a value, an object of the fields. */
    public Node whole() {
        return whole == null ? this : whole;
    }

    /** Whether the record came as one JSON text. */
    boolean isJson() {
        return whole instanceof JsonValue;
    }

    @Override
    public @Nullable Node get(String key) {
        if (!partitions.isEmpty() && partitions.containsKey(key)) {
            return PlainValue.text(partitions.get(key));
        }
        int slot = columns.slot(key);
        Node value = slot < 0 ? null : values[slot];
        if (value == null && key.equals(FILE_NAME)) {
            return PlainValue.text(fileName());
        }
        return value;
    }

    String fileName() {
        String file = origin.file();
        return file.substring(file.lastIndexOf('/') + 1);
    }

    @Override
    public Kind kind() {
        return Kind.OBJECT;
    }

    @Override
    public String text() {
        return "";
    }

    @Override
    public List<Node> elements() {
        return List.of();
    }

    @Override
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (int slot = 0; slot < values.length; slot++) {
            if (values[slot] != null) {
                keys.add(columns.names().get(slot));
            }
        }
        for (String partition : partitions.keySet()) {
            if (!keys.contains(partition)) {
                keys.add(partition);
            }
        }
        return keys;
    }

    @Override
    public String json() {
        return whole == null ? JsonText.of(this) : whole.json();
    }

    @Override
    public boolean isCell() {
        return false;
    }
}
