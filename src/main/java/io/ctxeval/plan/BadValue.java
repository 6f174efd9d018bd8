package io.ctxeval.plan;

/** A value that its key doesn't take. The message says what was found and what is allowed. */
final class BadValue extends Exception {
    private final String what;
    private final transient Place place;

    BadValue(String what, Place place) {
        super(what);
        this.what = what;
        this.place = place;
    }

    BadValue(Value found, String allowed) {
        this(found.shown() + "; must be " + allowed, found.place());
    }

    @Override
    public String getMessage() {
        return what;
    }

    Place place() {
        return place;
    }
}
