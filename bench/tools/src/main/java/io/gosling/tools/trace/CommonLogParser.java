package io.gosling.tools.trace;

import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the common log format and the combined one, as Apache, nginx, Caddy and Gosling write them:
 * {@code client - user [time] "request" status bytes}; the rest of a line is ignored. Consecutive lines of the same
 * second have their time parsed once.
 */
final class CommonLogParser implements LineParser.Format {
    /** {@code 10/Oct/2013:13:55:36 +0200}. */
    static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss xx", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    /** The end of a request, which may hold quotes of its own. */
    private static final Pattern STATUS = Pattern.compile("\" (\\d{3}) ");

    private String last = "";
    private double seconds = TraceWindow.UNKNOWN;

    @Override
    public boolean read(String line, TraceBuilder draft) {
        int opened = line.indexOf('[');
        int closed = line.indexOf("] \"", opened);
        Matcher status = STATUS.matcher(line);
        if (opened < 0 || closed < 0 || !status.find(closed + 3)) {
            return false;
        }
        String bytes = LineParser.word(line, status.end());
        long size = bytes.equals("-") ? 0 : LineParser.number(bytes);
        double at = time(line.substring(opened + 1, closed));
        if (size < 0 || Double.isNaN(at)) {
            return false;
        }
        String request = line.substring(closed + 3, status.start());
        // A request without a version ends with the quote.
        String target = request.startsWith("GET ") ? LineParser.word(request, "GET ".length()) : "";
        if (draft.counts(at) && !target.isEmpty()) {
            draft.answered(target, LineParser.number(status.group(1)), size);
        }
        return true;
    }

    private double time(String text) {
        if (!text.equals(last)) {
            last = text;
            seconds = TraceWindow.moment(text, TIME);
        }
        return seconds;
    }
}
