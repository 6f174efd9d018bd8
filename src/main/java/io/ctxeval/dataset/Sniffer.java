package io.ctxeval.dataset;

import io.ctxeval.plan.InputSpec;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Tells from a file's first bytes how to read it: compression and Parquet by their marks, CSV by the plan or the name, JSON by
 * where its first value ends.
 */
final class Sniffer {
    private static final int[] PARQUET_MARK = {'P', 'A', 'R', '1'};

    /** Bytes in which the first line of a TREC file ends. */
    private static final int FIRST_LINES = 4096;

    private final @Nullable String format;
    private final CsvDialect commas;
    private final CsvDialect tabs;
    private final Configuration configuration;

    /**
     * A sniffer for one input.
     *
     * @param commas the dialect of files that have no format of tabs
     * @param tabs the dialect of {@code .tsv} files
     */
    Sniffer(InputSpec input, CsvDialect commas, CsvDialect tabs, Configuration configuration) {
        this.format = input.format();
        this.commas = commas;
        this.tabs = tabs;
        this.configuration = configuration;
    }

    /**
     * Looks into a file.
     *
     * @return empty for a file that was met in a folder and is of no kind that is read
     * @throws InputRefused if the file is of a kind that isn't read
     */
    Optional<SniffedFile> sniff(ListedFile file) {
        if (file.length() == 0) {
            boolean needsFooter =
                    "parquet".equals(format) || FileKind.byName(file.fileName()).equals(Optional.of(FileKind.PARQUET));
            boolean needsBytes =
                    needsFooter || FileKind.compression(file.fileName()).isPresent();
            Container container = needsBytes ? new Container.Damaged("is empty") : new Container.Empty();
            return Optional.of(new SniffedFile(file, Compression.NONE, container));
        }
        try (InputStream packed = new BufferedInputStream(RawFiles.open(file, configuration))) {
            packed.mark(Compression.HEAD);
            byte[] head = packed.readNBytes(Compression.HEAD);
            packed.reset();
            boolean parquet = Compression.startsWith(head, PARQUET_MARK);
            if (parquet && (format == null || format.equals("parquet"))) {
                return Optional.of(new SniffedFile(file, Compression.NONE, new Container.Parquet()));
            }
            if (parquet) {
                throw new InputRefused(file.name() + ": is a Parquet file; the plan says format: " + format, null);
            }
            Compression compression = Compression.of(head, file.name());
            Optional<String> named = FileKind.compression(file.fileName());
            if (compression == Compression.NONE && named.isPresent()) {
                String reason = "is named ." + named.get()
                        + " but doesn't begin as a packed file; take that off its name if it isn't packed";
                return Optional.of(new SniffedFile(file, Compression.NONE, new Container.Damaged(reason)));
            }
            try (InputStream unpacked = new BufferedInputStream(compression.unpack(packed, configuration))) {
                return container(file, unpacked).map(container -> new SniffedFile(file, compression, container));
            }
        } catch (IOException e) {
            return Optional.of(new SniffedFile(file, Compression.NONE, new Container.Damaged(reason(e))));
        }
    }

    static String reason(IOException e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    private Optional<Container> container(ListedFile file, InputStream text) throws IOException {
        text.mark(Compression.HEAD);
        byte[] head = text.readNBytes(Compression.HEAD);
        text.reset();
        if (Compression.isMarked(head)) {
            return Optional.of(
                    new Container.Damaged("is packed twice: what it unpacks to is a packed file; unpack it once"));
        }
        ByteOrderMark mark = ByteOrderMark.of(head);
        FileKind kind = kind(file.fileName());
        if (kind == FileKind.PARQUET) {
            return Optional.of(new Container.Damaged("is no Parquet file: it doesn't begin with PAR1"));
        }
        TrecShape shape = trecShape(kind, file.fileName(), text);
        if (shape != null) {
            return Optional.of(new Container.Trec(shape));
        }
        if ("trec".equals(format)) {
            List<String> first = firstFields(text);
            TrecShape wide = TrecShape.ofWidth(first.size());
            return Optional.of(
                    wide == null
                            ? new Container.Damaged("its first line has " + first.size() + " fields; labels have "
                                    + TrecShape.QRELS.columns() + ", a run has " + TrecShape.RUN.columns())
                            : new Container.Trec(wide));
        }
        if (kind == FileKind.CSV) {
            return Optional.of(new Container.Csv(isTabs(file.fileName()) ? tabs : commas));
        }
        if (mark == ByteOrderMark.UTF_16LE || mark == ByteOrderMark.UTF_16BE || looksLikeUtf16(head)) {
            return Optional.of(new Container.Damaged(
                    "it is JSON in UTF-16, and JSON is read in UTF-8 only; convert it: iconv -f UTF-16 -t UTF-8"));
        }
        text.skipNBytes(mark.length());
        int first = firstByte(text);
        boolean json = first == '{' || first == '[';
        boolean untold = kind == null || kind == FileKind.TREC;
        if (untold && !json) {
            if (first < 0) {
                return Optional.of(new Container.Empty());
            }
            if (file.named()) {
                throw new InputRefused(
                        file.name()
                                + ": neither its name nor its first bytes say what it is; set format: jsonl, json, csv, tsv, trec or parquet",
                        null);
            }
            return Optional.empty();
        }
        if ("jsonl".equals(format)) {
            return Optional.of(new Container.JsonLines());
        }
        return Optional.of(JsonLayout.isLines(first, text) ? new Container.JsonLines() : new Container.JsonDocument());
    }

    private @Nullable FileKind kind(String fileName) {
        return format == null ? FileKind.byName(fileName).orElse(null) : kindOf(format);
    }

    /** The kind of file that a format of the plan names; null where it is none of our own. */
    static @Nullable FileKind kindOf(String format) {
        return switch (format) {
            case "jsonl", "json" -> FileKind.JSON;
            case "csv", "tsv" -> FileKind.CSV;
            case "parquet" -> FileKind.PARQUET;
            case "trec" -> FileKind.TREC;
            default -> null;
        };
    }

    /** Files of tabs may have a header or the shape of TREC's; other names than those of formats say nothing. */
    private @Nullable TrecShape trecShape(@Nullable FileKind kind, String fileName, InputStream text)
            throws IOException {
        boolean told = format != null && !format.equals("trec");
        boolean tabs = kind == FileKind.CSV && isTabs(fileName);
        boolean open = kind == null || kind == FileKind.TREC || tabs;
        return told || !open ? null : TrecShape.of(firstFields(text));
    }

    /** The fields of the first line that isn't blank, as TREC's files have them; none of a line that is too long for one. */
    private static List<String> firstFields(InputStream text) throws IOException {
        text.mark(FIRST_LINES);
        byte[] head = text.readNBytes(FIRST_LINES);
        text.reset();
        String start = new String(head, StandardCharsets.UTF_8);
        boolean whole = head.length < FIRST_LINES;
        int from = 0;
        while (from < start.length()) {
            int end = start.indexOf('\n', from);
            if (end < 0 && !whole) {
                return List.of();
            }
            int to = end < 0 ? start.length() : end;
            List<String> fields = TrecRecords.fields(start.substring(from, to));
            if (!fields.isEmpty()) {
                return fields;
            }
            from = to + 1;
        }
        return List.of();
    }

    private boolean isTabs(String fileName) {
        String extension = FileKind.extension(fileName).toLowerCase(Locale.ROOT);
        return "tsv".equals(format) || extension.equals("tsv") || extension.equals("tab");
    }

    private static boolean looksLikeUtf16(byte[] head) {
        return head.length >= 2 && ((head[0] == 0) != (head[1] == 0));
    }

    private static int firstByte(InputStream text) throws IOException {
        int next = text.read();
        while (JsonNesting.isBlank(next)) {
            next = text.read();
        }
        return next;
    }
}
