package io.gosling.tools.load;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The relevant parts of a response header; several values of one name are a list.
 *
 * @param length of the body; -1 where the header does not say it
 * @param keepsAlive whether the server keeps the connection open, as far as the header says
 */
public record ReceivedHead(
        int status,
        long length,
        boolean chunked,
        boolean keepsAlive,
        String cacheStatus,
        String contentType,
        String location) {
    static final ReceivedHead NONE = new ReceivedHead(0, -1, false, false, "", "", "");

    private static final String[] NAMES = {
        "content-length", "transfer-encoding", "connection", "cache-status", "content-type", "location"
    };
    private static final int MOST_DIGITS = 15;

    /**
     * Parses a header.
     *
     * @param head with the empty line behind it; lines may end with a line feed alone
     */
    public static ReceivedHead parse(String head) throws ResponseFault {
        int line = lineEnd(head, 0);
        int status = status(head, line);
        @Nullable String[] values = new String[NAMES.length];
        for (int from = line + 1; from < head.length(); from = line + 1) {
            line = lineEnd(head, from);
            field(head, from, line, values);
        }
        String digits = values[0];
        long length = digits == null ? -1 : number(digits);
        if (digits != null && length < 0) {
            throw new ResponseFault("a Content-Length of '" + digits + "', or two of them");
        }
        boolean chunked = values[1] != null;
        if (chunked && !lower(values[1]).contains("chunked")) {
            throw new ResponseFault("a transfer coding that is not chunked");
        }
        String connection = lower(values[2]);
        boolean kept = !connection.contains("close") && (head.charAt(7) != '0' || connection.contains("keep-alive"));
        boolean ends = chunked || length >= 0 || status == 204 || status == 304;
        return new ReceivedHead(
                status, length, chunked, kept && ends, given(values[3]), given(values[4]), given(values[5]));
    }

    private static int lineEnd(String head, int from) {
        int end = head.indexOf('\n', from);
        return end < 0 ? head.length() : end;
    }

    private static int status(String head, int end) throws ResponseFault {
        boolean http = end >= 12 && head.startsWith("HTTP/1.") && head.charAt(8) == ' ';
        long status = http && (end == 12 || head.charAt(12) <= ' ') ? number(head.substring(9, 12)) : -1;
        if (status < 100) {
            String begin = head.substring(0, Math.min(end, 40)).strip();
            throw new ResponseFault("an answer that begins with '" + begin + "'");
        }
        return (int) status;
    }

    private static void field(String head, int from, int end, @Nullable String[] values) {
        int colon = head.indexOf(':', from);
        for (int name = 0; name < NAMES.length; name++) {
            int length = NAMES[name].length();
            if (colon - from == length && colon < end && head.regionMatches(true, from, NAMES[name], 0, length)) {
                String value = head.substring(colon + 1, end).strip();
                String before = values[name];
                values[name] = before == null || before.equals(value) ? value : before + ", " + value;
            }
        }
    }

    /** A number of few digits; -1 for anything else. */
    private static long number(String text) {
        long number = text.isEmpty() || text.length() > MOST_DIGITS ? -1 : 0;
        for (int at = 0; at < text.length() && number >= 0; at++) {
            int digit = text.charAt(at) - '0';
            number = digit < 0 || digit > 9 ? -1 : 10 * number + digit;
        }
        return number;
    }

    private static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }

    private static String given(@Nullable String text) {
        return text == null ? "" : text;
    }
}
