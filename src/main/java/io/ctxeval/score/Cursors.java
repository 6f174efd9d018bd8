package io.ctxeval.score;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.JsonCursor.Token;
import io.ctxeval.json.MalformedJson;

/** Steps that every reader of a trace's fields takes. */
final class Cursors {
    private Cursors() {}

    /** Refuses anything but blanks behind the field's value. */
    static void expectEnd(JsonCursor cursor) {
        if (cursor.peek() != Token.END) {
            throw new MalformedJson(cursor.position(), "another value", "the end of the text");
        }
    }
}
