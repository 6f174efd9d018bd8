package io.ctxeval.plan;

import java.util.ArrayList;
import java.util.List;

/** The table of keys as the two documents that users read: the reference configuration and the README's table. */
final class KeyTable {
    private KeyTable() {}

    /** Every key with its default and a comment; what has no default is an empty key, which sets nothing. */
    static String yaml() {
        List<String> lines = new ArrayList<>();
        lines.add("# Every key of ctxeval with its default. A key without a value is not set.");
        lines.add("# Order: defaults < this file (--config FILE) < arguments (--set key=value and short options).");
        String group = "";
        for (Key<?> key : Keys.ALL) {
            int dot = key.name().indexOf('.');
            String own = dot < 0 ? "" : key.name().substring(0, dot);
            if (!own.equals(group) || own.isEmpty()) {
                lines.add("");
            }
            if (!own.equals(group) && !own.isEmpty()) {
                lines.add(own + ":");
            }
            group = own;
            String indent = own.isEmpty() ? "" : "  ";
            lines.add(indent + "# " + key.help());
            lines.add(indent + "#   " + values(key));
            lines.add(indent + key.name().substring(dot + 1) + ":" + value(key));
        }
        return String.join("\n", lines) + "\n";
    }

    /** The README's table, in Markdown. */
    static String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("| key | option | values | default | |");
        lines.add("|---|---|---|---|---|");
        for (Key<?> key : Keys.ALL) {
            lines.add("| `" + key.name() + (key.open() ? ".NAME" : "") + "` | "
                    + (key.option() == null ? "" : "`" + key.option() + "`") + " | "
                    + key.form().allowed() + " | "
                    + (key.defaultText() == null || key.defaultText().isEmpty() ? "" : "`" + key.defaultText() + "`")
                    + " | "
                    + key.help() + use(key) + " |");
        }
        return String.join("\n", lines) + "\n";
    }

    /** The second line of a key's comment. */
    private static String values(Key<?> key) {
        String option = key.option() == null ? "" : "; option " + key.option();
        return key.form().allowed() + option + use(key);
    }

    private static String use(Key<?> key) {
        return switch (key.use()) {
            case SERVED -> "";
            case CALLS -> "; for judge.kind openai, anthropic and recorded";
            case LATER -> "; not served by this version";
        };
    }

    private static String value(Key<?> key) {
        String text = key.defaultText();
        if (text == null) {
            return "";
        }
        return text.isEmpty() ? " []" : " " + text;
    }
}
