package io.ctxeval.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts CSV text into records and cells (RFC 4180; formats.md 3.1). Lines end with LF, CR or CRLF; lines without a character are
 * passed. A cell is quoted if its first character is the quote; elsewhere in an unquoted cell a quote is an ordinary character.
 * Blanks behind a closing quote belong to the cell.
 *
 * <p><b>Odd quotes.</b> Something else behind a closing quote, or a quote that never closes, shows that a quote was written that
 * opens nothing or closes too much. How far it reached can't be known: the cell may have swallowed rows up to the next quote of
 * the file. Such a record is one with a {@linkplain #oddity() fault}, and it ends with the line on which the cell at fault opens;
 * the next line begins a record, so that the rows below are read. Lines that were the cell's own text become records too, most of
 * them too short or too long to pass. Cells before the one at fault, of however many lines, are not read again.
 *
 * <p>The text of the record at hand is all that is held: at most {@value #MOST_CHARACTERS} characters, beyond which a quote
 * counts as never closed.
 */
final class CsvScanner implements Closeable {
    /** Longest record, in characters. */
    static final int MOST_CHARACTERS = 32 << 20;

    private static final int BLOCK_CHARACTERS = 32 << 10;
    private static final int END = -1;
    private static final int TOO_LONG = -2;
    private static final int NONE = -3;

    private final Reader source;
    private final char[] delimiter;
    private final int quote;
    private final int escape;
    private final int mostCharacters;
    private final int blockCharacters;
    private final StringBuilder text = new StringBuilder();

    private char[] buffer;
    private int start;
    private int end;
    private boolean ended;

    private List<@Nullable String> cells = List.of();
    private long line = 1;
    private long lastLine = 1;
    private long nextLine = 1;
    private boolean blank;
    private boolean holdsNul;
    private @Nullable String oddity;
    private String excerpt = "";

    /** Reads text to its end. */
    CsvScanner(Reader source, CsvDialect dialect) {
        this(source, dialect, MOST_CHARACTERS, BLOCK_CHARACTERS);
    }

    CsvScanner(Reader source, CsvDialect dialect, int mostCharacters, int blockCharacters) {
        this.source = source;
        delimiter = dialect.delimiter().toCharArray();
        quote = codeOf(dialect.quote());
        escape = codeOf(dialect.escape());
        this.mostCharacters = mostCharacters;
        this.blockCharacters = blockCharacters;
        buffer = new char[blockCharacters];
    }

    private static int codeOf(@Nullable Character character) {
        return character == null ? NONE : character;
    }

    /**
     * Goes to the next record.
     *
     * @return false at the end
     * @throws IOException if the text can't be read on; what was given out before stands
     */
    boolean next() throws IOException {
        passEmptyLines();
        if (at(0) == END) {
            return false;
        }
        begin();
        int p = 0;
        while (true) {
            int opened = p;
            p = at(p) == quote ? quotedCell(p) : plainCell(p);
            if (oddity != null) {
                excerpt = excerptOf(end - start);
                lastLine = lineAt(opened);
                release(opened);
                passLine();
                return true;
            }
            if (!isDelimiter(p)) {
                break;
            }
            p += delimiter.length;
        }
        int behind = p + lineBreak(p);
        blank = cells.size() == 1 && isBlank(p);
        holdsNul = indexOfNul(p) >= 0;
        excerpt = holdsNul ? excerptOf(p) : "";
        lastLine = lineAt(p);
        release(behind);
        return true;
    }

    private void begin() {
        cells = new ArrayList<>(cells.size());
        oddity = null;
        blank = false;
        holdsNul = false;
        line = nextLine;
    }

    private String excerptOf(int length) {
        // one more than is shown, so that a pair of surrogates is cut where the excerpt is
        return Excerpts.of(new String(buffer, start, Math.min(length, Rejection.EXCERPT_CHARACTERS + 1)));
    }

    private int indexOfNul(int length) {
        for (int i = start; i < start + length; i++) {
            if (buffer[i] == 0) {
                return i;
            }
        }
        return -1;
    }

    private boolean isBlank(int length) {
        for (int i = start; i < start + length; i++) {
            if (!Character.isWhitespace(buffer[i])) {
                return false;
            }
        }
        return true;
    }

    /** Passes an unquoted cell; gives the place behind it. */
    private int plainCell(int from) throws IOException {
        text.setLength(0);
        int run = from;
        int p = from;
        while (true) {
            int next = at(p);
            if (next == escape) {
                text.append(buffer, start + run, p - run);
                p = unescape(p);
                run = p;
            } else if (next == TOO_LONG) {
                oddity = "the record is longer than " + mostCharacters + " characters";
                return p;
            } else if (next < 0 || next == '\n' || next == '\r' || isDelimiter(p)) {
                String cell = cellOf(run, p);
                cells.add(cell.isEmpty() ? null : cell);
                return p;
            } else {
                p++;
            }
        }
    }

    /** Passes a quoted cell; gives the place behind it, or where the oddity shows. */
    private int quotedCell(int from) throws IOException {
        text.setLength(0);
        int run = from + 1;
        int p = from + 1;
        while (true) {
            int next = at(p);
            if (next == quote) {
                if (at(p + 1) != quote) {
                    break;
                }
                text.append(buffer, start + run, p + 1 - run);
                p += 2;
                run = p;
            } else if (next == escape) {
                text.append(buffer, start + run, p - run);
                p = unescape(p);
                run = p;
            } else if (next == END) {
                oddity = opens(from) + " never closes";
                return p;
            } else if (next == TOO_LONG) {
                oddity = opens(from) + " doesn't close within " + mostCharacters + " characters";
                return p;
            } else {
                p++;
            }
        }
        text.append(buffer, start + run, p - run);
        return behindQuote(from, p);
    }

    private int behindQuote(int opened, int closed) throws IOException {
        int p = closed + 1;
        while (true) {
            int next = at(p);
            if (next == END || next == '\n' || next == '\r' || isDelimiter(p)) {
                cells.add(cellOf(closed + 1, p));
                return p;
            }
            if (next == TOO_LONG || !Character.isWhitespace(next)) {
                oddity = opens(opened) + " closes " + where(opened, closed) + " before " + shown(next);
                return p;
            }
            p++;
        }
    }

    private String cellOf(int run, int to) {
        if (text.isEmpty()) {
            return new String(buffer, start + run, to - run);
        }
        return text.append(buffer, start + run, to - run).toString();
    }

    private String opens(int opened) {
        return "odd quote: the one that opens cell " + (cells.size() + 1) + " on line " + lineAt(opened);
    }

    private String where(int opened, int closed) {
        long closing = lineAt(closed);
        return closing == lineAt(opened) ? "on the same line" : "on line " + closing;
    }

    private static String shown(int next) {
        return next > ' ' && next < 0x7F ? "'" + (char) next + "'" : "further text";
    }

    /** Appends what an escape stands for; gives the place behind it. Letters are those of C, anything else is kept as written. */
    private int unescape(int from) throws IOException {
        int behind = behindEscapedDelimiter(from);
        if (behind > from) {
            text.append(delimiter);
            return behind;
        }
        int next = at(from + 1);
        if (next < 0) {
            text.append((char) escape);
            return from + 1;
        }
        switch (next) {
            case 'r' -> text.append('\r');
            case 'n' -> text.append('\n');
            case 't' -> text.append('\t');
            case 'b' -> text.append('\b');
            case 'f' -> text.append('\f');
            case '\r', '\n', '\t', '\b', '\f' -> text.append((char) next);
            default -> {
                if (next != quote && next != escape) {
                    text.append((char) escape);
                }
                text.append((char) next);
            }
        }
        return from + 2;
    }

    /** Each character of an escaped delimiter has its own escape; gives {@code from} where none is there. */
    private int behindEscapedDelimiter(int from) throws IOException {
        int p = from;
        for (char wanted : delimiter) {
            if (at(p) != escape || at(p + 1) != wanted) {
                return from;
            }
            p += 2;
        }
        return p;
    }

    private boolean isDelimiter(int from) throws IOException {
        for (int i = 0; i < delimiter.length; i++) {
            if (at(from + i) != delimiter[i]) {
                return false;
            }
        }
        return true;
    }

    /** Characters of the line break here; 0: none. */
    private int lineBreak(int p) throws IOException {
        int first = at(p);
        if (first == '\n') {
            return 1;
        }
        return first != '\r' ? 0 : at(p + 1) == '\n' ? 2 : 1;
    }

    private void passEmptyLines() throws IOException {
        for (int length = lineBreak(0); length > 0; length = lineBreak(0)) {
            release(length);
        }
    }

    private void passLine() throws IOException {
        while (true) {
            int length = lineBreak(0);
            if (length > 0 || at(0) == END) {
                release(length);
                return;
            }
            release(1);
        }
    }

    /** Lets go of the first characters. */
    private void release(int length) {
        nextLine = lineAt(length);
        start += length;
    }

    /** The line of a character of the record at hand. */
    private long lineAt(int p) {
        long lines = nextLine;
        for (int i = start; i < start + p; i++) {
            char c = buffer[i];
            if (c == '\n' || (c == '\r' && (i + 1 == end || buffer[i + 1] != '\n'))) {
                lines++;
            }
        }
        return lines;
    }

    /** The character at a place counted from the start of the record; END or TOO_LONG where none is to be had. */
    private int at(int p) throws IOException {
        if (start + p < end) {
            return buffer[start + p];
        }
        if (p >= mostCharacters) {
            return TOO_LONG;
        }
        while (start + p >= end) {
            if (!fill()) {
                return END;
            }
        }
        return buffer[start + p];
    }

    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        if (end == buffer.length) {
            int kept = end - start;
            int wanted = Math.max(blockCharacters, 2 * kept);
            char[] next = wanted == buffer.length ? buffer : new char[wanted];
            System.arraycopy(buffer, start, next, 0, kept);
            buffer = next;
            start = 0;
            end = kept;
        }
        int read = source.read(buffer, end, buffer.length - end);
        if (read < 0) {
            ended = true;
            return false;
        }
        end += read;
        return true;
    }

    /** The cells of the record; null: an empty cell without quotes. Of a record at fault, those before the cell at fault. */
    List<@Nullable String> cells() {
        return cells;
    }

    /** The line on which the record begins, from 1. */
    long line() {
        return line;
    }

    /** The last line of the record, from 1. */
    long lastLine() {
        return lastLine;
    }

    /** Whether the record is a line of blanks. */
    boolean blank() {
        return blank;
    }

    /** Whether the record holds U+0000. */
    boolean holdsNul() {
        return holdsNul;
    }

    /** What makes the record unreadable; null: nothing. */
    @Nullable String oddity() {
        return oddity;
    }

    /** The start of the record as it stands in the file; given for one with a fault or U+0000 only. */
    String excerpt() {
        return excerpt;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
