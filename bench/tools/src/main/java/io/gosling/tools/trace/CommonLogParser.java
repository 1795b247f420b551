package io.gosling.tools.trace;

/**
 * Parses the common log format and the combined one, as Apache, nginx, Caddy and Gosling write them:
 * {@code client - user [time] "request" status bytes}; the rest of a line is ignored.
 */
final class CommonLogParser extends LineParser {
    private final CommonLogTime time = new CommonLogTime();

    @Override
    boolean read(LineReader line, TraceBuilder draft) {
        int opened = line.find('[', line.from());
        int closed = line.find(']', opened);
        if (opened < 0 || closed < 0 || !line.has(closed, "] \"")) {
            return false;
        }
        int request = closed + 3;
        int quote = endOfRequest(line, request);
        if (quote < 0) {
            return false;
        }
        int status = quote + 2;
        int bytesAt = status + 4;
        int end = line.endOfWord(bytesAt);
        long size = line.has(bytesAt, "-") && end == bytesAt + 1 ? 0 : line.number(bytesAt, end);
        double at = time.parse(line, opened + 1, closed);
        if (size < 0 || Double.isNaN(at)) {
            return false;
        }
        int target = request + "GET ".length();
        // A request without a version ends with the quote.
        int targetEnd = Math.min(line.endOfWord(target), quote);
        long answered = line.number(status, status + 3);
        boolean get = line.has(request, "GET ") && targetEnd > target;
        if (draft.counts(at) && get && LogLineFilter.isRead(answered)) {
            LogLineFilter.add(draft, draft.object(line.bytes(), target, targetEnd), answered, size);
        }
        return true;
    }

    /** The quote that ends a request: behind it are a status and a length. A request may hold quotes of its own. */
    private static int endOfRequest(LineReader line, int from) {
        int quote = line.find('"', from);
        while (quote >= 0) {
            boolean status = line.has(quote + 1, " ")
                    && quote + 6 < line.to()
                    && line.number(quote + 2, quote + 5) >= 0
                    && line.has(quote + 5, " ");
            if (status) {
                return quote;
            }
            quote = line.find('"', quote + 1);
        }
        return -1;
    }
}
