package io.ctxeval.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.calibrate.HumanLabels;
import io.ctxeval.calibrate.HumanLabels.Mark;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.plan.Nearest;
import io.ctxeval.plan.OneLine;
import io.ctxeval.run.PlainTable.Line;
import io.ctxeval.table.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Human labels as people keep them: a {@code sample_id}, perhaps the version, and any of the labels, lists as JSON. An empty cell
 * or null is a label that wasn't given. All that is wrong is said at once, with file, line and field.
 */
final class LabelFile {
    private static final String SAMPLE = ComparedRows.SAMPLE_ID;
    private static final String SUFFICIENT = "sufficient";
    private static final String USED = "used";
    private static final String GROUPS = "redundant_groups";
    private static final String PAIRS = "contradictory_pairs";
    private static final String ASPECTS = "aspects";
    private static final String SCORE = "score";
    private static final String SECOND = "_2";
    private static final List<String> LABELS = List.of(
            SUFFICIENT, SUFFICIENT + SECOND, USED, USED + SECOND, GROUPS, PAIRS, ASPECTS, ASPECTS + SECOND, SCORE);
    private static final int MOST_PROBLEMS = 10;
    private static final int MOST_SHOWN = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String file;
    private final String by;
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<HumanLabels> rows = new ArrayList<>();

    /**
     * Reads the labels of a table.
     *
     * @param by the column with the version of a sample
     * @throws InputRefused if any can't be read, or there are none
     */
    LabelFile(String file, PlainTable table, String by) {
        this.file = file;
        this.by = by;
        checkColumns(table);
        Map<String, String> placeByKey = new HashMap<>();
        for (Line line : table.lines()) {
            read(line, placeByKey);
        }
        if (rows.isEmpty() && problems.isEmpty()) {
            problems.add(file + ": no row has a label");
        }
        refuseProblems(problems);
    }

    /** Refuses if there are problems, and says the first of them. */
    static void refuseProblems(List<String> problems) {
        if (problems.size() > MOST_PROBLEMS) {
            List<String> told = new ArrayList<>(problems.subList(0, MOST_PROBLEMS));
            told.add("and " + (problems.size() - MOST_PROBLEMS) + " more");
            throw new InputRefused(told);
        }
        if (!problems.isEmpty()) {
            throw new InputRefused(problems);
        }
    }

    private void checkColumns(PlainTable table) {
        if (table.lines().isEmpty()) {
            throw new InputRefused(file + ": has no rows", null);
        }
        Set<String> columns = new LinkedHashSet<>();
        table.lines().forEach(line -> columns.addAll(line.cells().keySet()));
        if (!columns.contains(SAMPLE)) {
            throw new InputRefused(
                    file + ": has no column " + SAMPLE + (columns.isEmpty() ? "" : "; there are " + columns)
                            + Nearest.hint(SAMPLE, columns),
                    null);
        }
        if (LABELS.stream().noneMatch(columns::contains)) {
            throw new InputRefused(file + ": has no label; expected any of " + LABELS + ", found " + columns, null);
        }
        for (String column : columns) {
            if (!LABELS.contains(column) && !column.equals(SAMPLE) && !column.equals(by)) {
                notes.add(file + ": the column " + column + " is not read" + Nearest.hint(column, LABELS));
            }
        }
    }

    private void read(Line line, Map<String, String> placeByKey) {
        String id = text(line, SAMPLE);
        if (id == null) {
            problems.add(line.place() + ", " + SAMPLE + ": is missing");
            return;
        }
        String version = text(line, by);
        String earlier = placeByKey.putIfAbsent(id + "\n" + version, line.place());
        if (earlier != null) {
            problems.add(line.place() + ", " + SAMPLE + ": " + id + (version == null ? "" : " of " + version)
                    + " has labels already, in " + earlier);
            return;
        }
        if (LABELS.stream().allMatch(label -> isAbsent(text(line, label)))) {
            return;
        }
        rows.add(new HumanLabels(
                line.place(),
                id,
                version,
                flag(line, SUFFICIENT),
                flag(line, SUFFICIENT + SECOND),
                marks(line, USED),
                marks(line, USED + SECOND),
                groups(line),
                pairs(line),
                statuses(line, ASPECTS),
                statuses(line, ASPECTS + SECOND),
                number(line)));
    }

    private static boolean isAbsent(@Nullable String label) {
        return label == null || label.equalsIgnoreCase("nan");
    }

    private static @Nullable String text(Line line, String column) {
        String cell = line.cells().get(column);
        return cell == null || cell.isBlank() ? null : cell.strip();
    }

    private @Nullable Boolean flag(Line line, String column) {
        String cell = text(line, column);
        if (cell == null) {
            return null;
        }
        return switch (cell.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> {
                complain(line, column, cell, "true or false (1 and 0 will do)");
                yield null;
            }
        };
    }

    private @Nullable Double number(Line line) {
        String cell = text(line, SCORE);
        if (cell == null || isAbsent(cell)) {
            return null;
        }
        Double value = Numbers.parse(cell);
        if (value == null) {
            complain(line, SCORE, cell, "a number");
        }
        return value;
    }

    private @Nullable List<Mark> marks(Line line, String column) {
        JsonNode list = list(line, column, "a JSON list with true, false or null for each chunk (1 and 0 will do)");
        if (list == null) {
            return null;
        }
        List<Mark> marks = new ArrayList<>();
        for (JsonNode element : list) {
            boolean yes = element.isBoolean() ? element.booleanValue() : element.isInt() && element.intValue() == 1;
            boolean no = element.isBoolean() ? !element.booleanValue() : element.isInt() && element.intValue() == 0;
            if (!yes && !no && !element.isNull()) {
                complain(line, column, element.toString(), "true, false or null, as each value of the list");
                return null;
            }
            marks.add(yes ? Mark.YES : no ? Mark.NO : Mark.OPEN);
        }
        return marks;
    }

    private @Nullable List<List<Integer>> groups(Line line) {
        return lists(line, GROUPS, "a JSON list of lists of at least two chunk ids, as in [[0, 2]]", false);
    }

    private @Nullable List<List<Integer>> pairs(Line line) {
        return lists(line, PAIRS, "a JSON list of pairs, as in [[0, 1]] or [{\"a\": 0, \"b\": 1}]", true);
    }

    private @Nullable List<List<Integer>> lists(Line line, String column, String expected, boolean pairs) {
        JsonNode list = list(line, column, expected);
        if (list == null) {
            return null;
        }
        List<List<Integer>> lists = new ArrayList<>();
        for (JsonNode element : list) {
            List<Integer> ids = new ArrayList<>();
            if (pairs && element.isObject()) {
                addId(element.path("a"), ids);
                addId(element.path("b"), ids);
            } else if (element.isArray()) {
                element.forEach(id -> addId(id, ids));
            }
            boolean complete = element.isObject() || ids.size() == element.size();
            if (!complete
                    || (pairs ? ids.size() != 2 : ids.size() < 2)
                    || Set.copyOf(ids).size() < ids.size()) {
                complain(line, column, element.toString(), expected + ", each id once");
                return null;
            }
            lists.add(ids);
        }
        return lists;
    }

    private static void addId(JsonNode id, List<Integer> ids) {
        if (id.isIntegralNumber() && id.canConvertToInt()) {
            ids.add(id.intValue());
        }
    }

    private @Nullable List<AspectStatus> statuses(Line line, String column) {
        String expected = "a JSON list with covered, partial or missing for each aspect";
        JsonNode list = list(line, column, expected);
        if (list == null) {
            return null;
        }
        List<AspectStatus> statuses = new ArrayList<>();
        for (JsonNode element : list) {
            String name = element.isObject() ? element.path("status").asText() : element.asText();
            try {
                statuses.add(AspectStatus.valueOf(name.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                complain(line, column, element.toString(), expected);
                return null;
            }
        }
        return statuses;
    }

    private @Nullable JsonNode list(Line line, String column, String expected) {
        String cell = text(line, column);
        if (cell == null) {
            return null;
        }
        try {
            JsonNode list = JSON.readTree(cell);
            if (list.isArray()) {
                return list;
            }
        } catch (JsonProcessingException e) {
            // said below
        }
        complain(line, column, cell, expected);
        return null;
    }

    private void complain(Line line, String column, String found, String expected) {
        String shown = OneLine.start(found, MOST_SHOWN);
        problems.add(line.place() + ", " + column + ": " + shown + "; must be " + expected);
    }

    /** Rows with a label, in the order of the file. */
    List<HumanLabels> rows() {
        return List.copyOf(rows);
    }

    /** Sentences for a reader. */
    List<String> notes() {
        return List.copyOf(notes);
    }
}
