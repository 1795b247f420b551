package io.gosling.document;

/** Monotonic time as a parameter, so that tests can move it by hand. */
@FunctionalInterface
public interface Ticker {
    /** Nanoseconds since an arbitrary origin; only differences mean something. */
    long nanos();

    /** The machine's monotonic clock. */
    static Ticker system() {
        return System::nanoTime;
    }
}
