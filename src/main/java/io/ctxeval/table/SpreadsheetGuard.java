package io.ctxeval.table;

import java.util.regex.Pattern;

/**
 * Keeps texts from being taken for formulas by the spreadsheet that opens a CSV file (OWASP, "CSV Injection"): an apostrophe stands
 * before a text that begins as a formula does and is no number. {@code =1+1} becomes {@code '=1+1}; {@code -3.5} and {@code a=b}
 * stay. Other formats hold the texts as they are.
 */
final class SpreadsheetGuard {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?");

    private SpreadsheetGuard() {}

    static String shown(String text) {
        return begins(text) && !NUMBER.matcher(text).matches() ? "'" + text : text;
    }

    /** The wide forms are formulas to spreadsheets of East Asia. */
    private static boolean begins(String text) {
        return !text.isEmpty()
                && switch (text.charAt(0)) {
                    case '=', '+', '-', '@', '\t', '\r', '\n', '\uff1d', '\uff0b', '\uff0d', '\uff20' -> true;
                    default -> false;
                };
    }
}
