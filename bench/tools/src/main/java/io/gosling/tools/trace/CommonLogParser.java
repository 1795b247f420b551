package io.gosling.tools.trace;

import io.gosling.tools.report.ReportTextFormat;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;

/**
 * Parses the common log format and the combined one, as Apache, nginx, Caddy and Gosling write them:
 * {@code client - user [time] "request" status bytes}; the rest of a line is ignored. Consecutive lines of the same
 * second have their time parsed once.
 */
final class CommonLogParser implements LineTraceParser.Format {
    /** {@code 10/Oct/2013:13:55:36 +0200}. */
    static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss xx", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    private String last = "";
    private double seconds = TraceWindow.UNKNOWN;

    @Override
    public boolean read(String line, TraceBuilder draft) {
        int opened = line.indexOf('[');
        int closed = line.indexOf("] \"", opened);
        int quote = closed < 0 ? -1 : endOfRequest(line, closed + 3);
        if (opened < 0 || quote < 0) {
            return false;
        }
        String bytes = LineTraceParser.word(line, quote + 6);
        long size = bytes.equals("-") ? 0 : ReportTextFormat.number(bytes);
        double at = time(line.substring(opened + 1, closed));
        if (size < 0 || Double.isNaN(at)) {
            return false;
        }
        String request = line.substring(closed + 3, quote);
        // A request without a version ends with the quote.
        String target = request.startsWith("GET ") ? LineTraceParser.word(request, "GET ".length()) : "";
        if (draft.counts(at) && !target.isEmpty()) {
            draft.answered(target, status(line, quote), size);
        }
        return true;
    }

    /** The quote that ends a request: behind it are a status and a length. A request may hold quotes of its own. */
    private static int endOfRequest(String line, int from) {
        int quote = line.indexOf('"', from);
        while (quote >= 0 && status(line, quote) < 0) {
            quote = line.indexOf('"', quote + 1);
        }
        return quote;
    }

    /** The status between blanks behind a quote; -1 where there is none. */
    private static long status(String line, int quote) {
        boolean three = line.startsWith(" ", quote + 1) && line.startsWith(" ", quote + 5);
        return three ? ReportTextFormat.number(line.substring(quote + 2, quote + 5)) : -1;
    }

    private double time(String text) {
        if (!text.equals(last)) {
            last = text;
            seconds = TraceWindow.moment(text, TIME);
        }
        return seconds;
    }
}
