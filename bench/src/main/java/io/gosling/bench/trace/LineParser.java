package io.gosling.bench.trace;

import java.io.IOException;
import java.io.InputStream;

/** A form with a request on each line; lines that are no request of this form are counted and passed over. */
abstract class LineParser implements TraceParser {
    @Override
    public final void read(InputStream in, TraceBuilder draft) throws IOException {
        LineReader lines = new LineReader(in);
        while (lines.next()) {
            if (!lines.isWhole() || !read(lines, draft)) {
                draft.broken();
            }
        }
    }

    /** Whether the line is one of this form; if it is, what it says has gone to the draft. */
    abstract boolean read(LineReader line, TraceBuilder draft);
}
