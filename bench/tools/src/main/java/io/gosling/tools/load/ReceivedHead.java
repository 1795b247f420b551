package io.gosling.tools.load;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The relevant parts of a response header.
 *
 * @param length of the body; -1 where the header does not say it
 * @param keepsAlive whether the server keeps the connection open, as far as the header says
 * @param fields the values of the headers that matter here, by their names in lower case; several of one are a list
 */
public record ReceivedHead(int status, long length, boolean chunked, boolean keepsAlive, Map<String, String> fields) {
    static final ReceivedHead NONE = new ReceivedHead(0, -1, false, false, Map.of());

    private static final Pattern START = Pattern.compile("HTTP/1\\.(.) ([1-9]\\d\\d)(?:[\\x00- ].*)?", Pattern.DOTALL);
    private static final Pattern LENGTH = Pattern.compile("\\d{1,15}");

    /**
     * Parses a header.
     *
     * @param head with the empty line behind it; lines may end with a line feed alone
     */
    public static ReceivedHead parse(String head) throws ResponseFault {
        int line = lineEnd(head, 0);
        Matcher start = START.matcher(head).region(0, line);
        if (!start.matches()) {
            String begin = head.substring(0, Math.min(line, 40)).strip();
            throw new ResponseFault("an answer that begins with '" + begin + "'");
        }
        Map<String, String> fields = new HashMap<>();
        for (int from = line + 1; from < head.length(); from = line + 1) {
            line = lineEnd(head, from);
            // Most headers differ from these in their first letter.
            if ("ctlCTL".indexOf(head.charAt(from)) >= 0) {
                field(head.substring(from, line), fields);
            }
        }
        int status = Integer.parseInt(start.group(2));
        long length = length(fields.get("content-length"));
        boolean chunked = isChunked(fields.get("transfer-encoding"));
        String connection = lower(fields.getOrDefault("connection", ""));
        boolean kept = !connection.contains("close")
                && (connection.contains("keep-alive") || !start.group(1).equals("0"));
        boolean ends = chunked || length >= 0 || status == 204 || status == 304;
        return new ReceivedHead(status, length, chunked, kept && ends, fields);
    }

    private static int lineEnd(String head, int from) {
        int end = head.indexOf('\n', from);
        return end < 0 ? head.length() : end;
    }

    private static void field(String line, Map<String, String> fields) {
        int colon = line.indexOf(':');
        String name = colon < 0 ? "" : lower(line.substring(0, colon));
        switch (name) {
            case "content-length", "content-type", "cache-status", "location", "connection", "transfer-encoding" -> {
                String value = line.substring(colon + 1).strip();
                fields.merge(name, value, (one, more) -> one.equals(more) ? one : one + ", " + more);
            }
            default -> {}
        }
    }

    private static long length(@Nullable String text) throws ResponseFault {
        if (text != null && !LENGTH.matcher(text).matches()) {
            throw new ResponseFault("a Content-Length of '" + text + "', or two of them");
        }
        return text == null ? -1 : Long.parseLong(text);
    }

    private static boolean isChunked(@Nullable String coding) throws ResponseFault {
        if (coding != null && !lower(coding).contains("chunked")) {
            throw new ResponseFault("a transfer coding that is not chunked");
        }
        return coding != null;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    public String cacheStatus() {
        return field("cache-status");
    }

    public String location() {
        return field("location");
    }

    String contentType() {
        return field("content-type");
    }

    private String field(String name) {
        return fields.getOrDefault(name, "");
    }
}
