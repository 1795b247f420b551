package io.gosling.tools.trace;

import io.gosling.tools.report.ReportTextFormat;

/** Parses lines {@code id size}, or {@code time id size} with the time in seconds; the rest of a line is ignored. */
final class IdSizeParser implements LineTraceParser.Format {
    @Override
    public boolean read(String line, TraceBuilder draft) {
        String[] words = LineTraceParser.words(line, 3);
        int key = words.length - 2;
        long size = key < 0 ? -1 : ReportTextFormat.number(words[key + 1]);
        if (size < 0) {
            return false;
        }
        long time = key == 0 ? -1 : ReportTextFormat.number(words[0]);
        // A first word that is no number is no time, and all of the trace counts.
        if (time < 0 || draft.counts(time)) {
            draft.ask(draft.object(words[key]), size);
        }
        return true;
    }
}
