package io.gosling.tools.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Parses an access log with one JSON object a line, as Gosling, Caddy and nginx write it. A value is found by its name,
 * of which the first that is present counts; names in nested objects count like those outside.
 */
final class JsonLogParser implements LineTraceParser.Format {
    private static final List<String> TARGET = List.of("target", "request_uri", "uri", "url", "path");
    private static final List<String> METHOD = List.of("method", "request_method");
    private static final List<String> STATUS = List.of("status", "status_code");
    private static final List<String> BYTES =
            List.of("bytes", "body_bytes_sent", "bytes_sent", "size", "response_size", "content_length");
    private static final List<String> TIME =
            List.of("time", "ts", "msec", "timestamp", "@timestamp", "time_iso8601", "time_local");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,18}(\\.\\d+)?([eE]\\d+)?");

    private final JsonFactory factory = new JsonFactory();
    private final Map<String, String> values = new HashMap<>();

    @Override
    public boolean read(String line, TraceBuilder draft) {
        if (line.isEmpty()) {
            return true;
        }
        values.clear();
        try (JsonParser parser = factory.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                String name = parser.currentName();
                if (token.isScalarValue() && name != null) {
                    values.putIfAbsent(name, parser.getText());
                }
            }
        } catch (IOException e) {
            return false;
        }
        String target = first(TARGET);
        String size = first(BYTES);
        long status = ReportTextFormat.number(first(STATUS));
        long bytes = size.equals("-") ? 0 : ReportTextFormat.number(size);
        if (target.isEmpty() || status < 0 || (bytes < 0 && !size.isEmpty())) {
            return false;
        }
        double at = time(first(TIME));
        if ((Double.isNaN(at) || draft.counts(at)) && List.of("", "GET").contains(first(METHOD))) {
            draft.answered(target, status, bytes);
        }
        return true;
    }

    /** The value of the first of these names that is there; empty if none is. */
    private String first(List<String> names) {
        return names.stream()
                .filter(values::containsKey)
                .findFirst()
                .map(values::get)
                .orElse("");
    }

    private static double time(String text) {
        return SECONDS.matcher(text).matches()
                ? Double.parseDouble(text)
                : TraceWindow.moment(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    }
}
