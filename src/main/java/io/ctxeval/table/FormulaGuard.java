package io.ctxeval.table;

import java.util.regex.Pattern;

/**
 * Keeps spreadsheets from taking a text cell for a formula: an apostrophe stands before a text that begins like one and is no number,
 * and before one that begins with an apostrophe, so that every text can be read back exactly. {@code =1+1} becomes {@code '=1+1};
 * {@code -3.5} and {@code a=b} stay. The beginnings are those of OWASP's "CSV Injection".
 */
public final class FormulaGuard {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?");

    private static final char GUARD = '\'';

    /** The full-width forms are folded to the others by some spreadsheets. */
    private static final String BEGINNINGS = GUARD + "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    private FormulaGuard() {}

    /** The text as a cell may hold it. */
    public static String guarded(String text) {
        boolean begins = !text.isEmpty() && BEGINNINGS.indexOf(text.charAt(0)) >= 0;
        return begins && !NUMBER.matcher(text).matches() ? GUARD + text : text;
    }

    /** The text that a cell of {@link TableFormat#CSV} stands for. */
    public static String unguarded(String cell) {
        return cell.isEmpty() || cell.charAt(0) != GUARD ? cell : cell.substring(1);
    }

    /** The same as an expression for a column that Spark reads. */
    public static String unguardedSql(String column) {
        String name = "`" + column.replace("`", "``") + "`";
        return "if(startswith(" + name + ", \"'\"), substring(" + name + ", 2), " + name + ")";
    }
}
