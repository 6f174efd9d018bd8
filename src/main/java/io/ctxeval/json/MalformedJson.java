package io.ctxeval.json;

/** Bytes that are not JSON (RFC 8259): where, what was found there, and what would have been right. */
public final class MalformedJson extends RuntimeException {
    private final int offset;
    private final String found;
    private final String expected;

    /**
     * A fault.
     *
     * @param offset bytes from the start of the text that was given to the cursor, from 0
     * @param found what stands there, for a reader
     * @param expected what would have been right, for a reader
     */
    public MalformedJson(int offset, String found, String expected) {
        this("", offset, found, expected);
    }

    private MalformedJson(String place, int offset, String found, String expected) {
        super(place + "not JSON at byte " + offset + ": found " + found + ", expected " + expected);
        this.offset = offset;
        this.found = found;
        this.expected = expected;
    }

    /** The same fault with a message that names the field whose text it is in; the offset still counts from the field's start. */
    public MalformedJson in(String field) {
        return new MalformedJson(field + ": ", offset, found, expected);
    }

    /** Bytes from the start of the text that was given to the cursor, from 0. */
    public int offset() {
        return offset;
    }

    public String found() {
        return found;
    }

    public String expected() {
        return expected;
    }
}
