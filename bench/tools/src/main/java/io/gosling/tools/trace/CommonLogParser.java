package io.gosling.tools.trace;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;

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
        if (draft.counts(at) && get && TraceBuilder.isRead(answered)) {
            draft.answered(draft.object(line.bytes(), target, targetEnd), answered, size);
        }
        return true;
    }

    /** The quote that ends a request: behind it are a status and a length. A request may hold quotes of its own. */
    private static int endOfRequest(LineReader line, int from) {
        for (int quote = line.find('"', from); quote >= 0; quote = line.find('"', quote + 1)) {
            boolean status = line.has(quote + 1, " ")
                    && quote + 6 < line.to()
                    && line.number(quote + 2, quote + 5) >= 0
                    && line.has(quote + 5, " ");
            if (status) {
                return quote;
            }
        }
        return -1;
    }

    /**
     * Parses times of the common log format, {@code 10/Oct/2013:13:55:36 +0200}. Consecutive lines of the same second
     * are parsed once.
     */
    private static final class CommonLogTime {
        private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
        private static final int LENGTH = 26;

        private final byte[] last = new byte[LENGTH];
        private double seconds = TraceWindow.UNKNOWN;

        /** Seconds from the epoch; {@link TraceWindow#UNKNOWN} where it is no time. */
        double parse(LineReader line, int from, int to) {
            byte[] bytes = line.bytes();
            if (to - from != LENGTH) {
                return TraceWindow.UNKNOWN;
            }
            if (Arrays.equals(last, 0, LENGTH, bytes, from, to)) {
                return seconds;
            }
            System.arraycopy(bytes, from, last, 0, LENGTH);
            seconds = read(line, from);
            return seconds;
        }

        private static double read(LineReader line, int at) {
            int month = MONTHS.indexOf(line.text(at + 3, at + 6));
            long day = line.number(at, at + 2);
            long year = line.number(at + 7, at + 11);
            long hour = line.number(at + 12, at + 14);
            long minute = line.number(at + 15, at + 17);
            long second = line.number(at + 18, at + 20);
            long zone = line.number(at + 22, at + 26);
            byte sign = line.bytes()[at + 21];
            boolean all =
                    month >= 0 && month % 3 == 0 && day > 0 && year >= 0 && hour >= 0 && minute >= 0 && second >= 0;
            if (!all || zone < 0 || (sign != '+' && sign != '-')) {
                return TraceWindow.UNKNOWN;
            }
            try {
                long days = LocalDate.of((int) year, month / 3 + 1, (int) day).toEpochDay();
                long offset = (zone / 100 * 60 + zone % 100) * 60;
                return days * 86_400 + hour * 3600 + minute * 60 + second - (sign == '+' ? offset : -offset);
            } catch (DateTimeException e) {
                return TraceWindow.UNKNOWN;
            }
        }
    }
}
