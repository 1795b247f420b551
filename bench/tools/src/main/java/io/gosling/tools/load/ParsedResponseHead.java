package io.gosling.tools.load;

import io.gosling.tools.report.ReportTextFormat;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The relevant parts of a response header; several values of one name are a list, and none is an empty text.
 * The texts are views of what was parsed, and change with it.
 *
 * @param length of the body; -1 where the header does not say it
 * @param keepsAlive whether the server keeps the connection open, as far as the header says
 */
public record ParsedResponseHead(
        int status,
        long length,
        boolean chunked,
        boolean keepsAlive,
        AsciiString cacheStatus,
        AsciiString contentType,
        AsciiString location) {
    private static final AsciiString NOTHING = AsciiString.EMPTY_STRING;

    static final ParsedResponseHead NONE = new ParsedResponseHead(0, -1, false, false, NOTHING, NOTHING, NOTHING);

    private static final List<AsciiString> NAMES = Stream.of(
                    "content-length", "transfer-encoding", "connection", "cache-status", "content-type", "location")
            .map(AsciiString::cached)
            .toList();
    /**
     * Parses a header.
     *
     * @param head with the empty line behind it; lines may end with a line feed alone
     */
    static ParsedResponseHead parse(AsciiString head) throws MalformedResponseException {
        int line = lineEnd(head, 0);
        int status = status(head, line);
        @Nullable AsciiString[] values = new AsciiString[NAMES.size()];
        for (int from = line + 1; from < head.length(); from = line + 1) {
            line = lineEnd(head, from);
            field(head, from, line, values);
        }
        AsciiString digits = values[0];
        long length = digits == null ? -1 : ReportTextFormat.number(digits);
        if (digits != null && length < 0) {
            throw new MalformedResponseException("a Content-Length of '" + digits + "', or two of them");
        }
        boolean chunked = values[1] != null;
        if (chunked && !contains(values[1], "chunked")) {
            throw new MalformedResponseException("a transfer coding that is not chunked");
        }
        boolean kept = !contains(values[2], "close") && (head.charAt(7) != '0' || contains(values[2], "keep-alive"));
        boolean ends = chunked || length >= 0 || status == 204 || status == 304;
        return new ParsedResponseHead(
                status, length, chunked, kept && ends, given(values[3]), given(values[4]), given(values[5]));
    }

    private static int lineEnd(AsciiString head, int from) {
        int end = head.indexOf('\n', from);
        return end < 0 ? head.length() : end;
    }

    private static int status(AsciiString head, int end) throws MalformedResponseException {
        boolean http = end >= 12 && head.startsWith("HTTP/1.") && head.charAt(8) == ' ';
        long status = http && (end == 12 || head.charAt(12) <= ' ')
                ? ReportTextFormat.number(head.subSequence(9, 12, false))
                : -1;
        if (status < 100) {
            String begin = head.toString(0, Math.min(end, 40));
            throw new MalformedResponseException("an answer that begins with '" + begin.strip() + "'");
        }
        return (int) status;
    }

    private static void field(AsciiString head, int from, int end, @Nullable AsciiString[] values) {
        int colon = head.indexOf(':', from);
        for (int name = 0; name < values.length; name++) {
            AsciiString known = NAMES.get(name);
            int length = known.length();
            if (colon - from == length && colon < end && head.regionMatches(true, from, known, 0, length)) {
                AsciiString value = head.subSequence(colon + 1, end, false).trim();
                AsciiString before = values[name];
                values[name] = before == null || before.equals(value) ? value : new AsciiString(before + ", " + value);
            }
        }
    }

    private static boolean contains(@Nullable AsciiString text, String word) {
        return text != null && AsciiString.containsIgnoreCase(text, word);
    }

    private static AsciiString given(@Nullable AsciiString text) {
        return text == null ? NOTHING : text;
    }
}
