package io.gosling.tools.trace;

import io.gosling.tools.report.ReportTextFormat;

/**
 * Parses Squid's own access log: {@code seconds.millis elapsed client action/status bytes method URL ...}, with any
 * number of blanks between the words. The bytes of a response include its header.
 */
final class SquidLogParser implements LineTraceParser.Format {
    private static final int WORDS = 7;

    @Override
    public boolean read(String line, TraceBuilder draft) {
        String[] words = LineTraceParser.words(line, WORDS);
        if (words.length < WORDS || words[0].indexOf('.') < 0) {
            return false;
        }
        long seconds = ReportTextFormat.number(words[0].substring(0, words[0].indexOf('.')));
        long status = ReportTextFormat.number(words[3].substring(words[3].indexOf('/') + 1));
        long bytes = ReportTextFormat.number(words[4]);
        if (seconds < 0 || status < 0 || bytes < 0) {
            return false;
        }
        if (draft.counts(seconds) && words[5].equals("GET")) {
            draft.answered(words[6], status, bytes);
        }
        return true;
    }
}
