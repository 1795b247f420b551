package io.gosling.tools.trace;

import java.io.IOException;
import java.io.InputStream;

/** A parser of formats with a request on each line; lines that do not match are counted and skipped. */
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

    abstract boolean read(LineReader line, TraceBuilder draft);
}
