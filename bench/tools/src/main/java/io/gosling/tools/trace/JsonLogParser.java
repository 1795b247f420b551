package io.gosling.tools.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses an access log with one JSON object a line, as Gosling, Caddy and nginx write it. A value is found by its name,
 * of which the first that is present counts; names in nested objects count like those outside.
 */
final class JsonLogParser implements TraceParser {
    private static final List<String> TARGET = List.of("target", "request_uri", "uri", "url", "path");
    private static final List<String> METHOD = List.of("method", "request_method");
    private static final List<String> STATUS = List.of("status", "status_code");
    private static final List<String> BYTES =
            List.of("bytes", "body_bytes_sent", "bytes_sent", "size", "response_size", "content_length");
    private static final List<String> TIME =
            List.of("time", "ts", "msec", "timestamp", "@timestamp", "time_iso8601", "time_local");

    private final Sizes sizes;
    private final JsonFactory factory = new JsonFactory();
    private final Map<String, String> values = new HashMap<>();
    private boolean sized;
    private boolean unsized;

    JsonLogParser(Sizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public void read(InputStream in, TraceBuilder draft) throws IOException {
        LineReader lines = new LineReader(in);
        while (lines.next()) {
            if (!lines.isEmpty() && (!lines.isWhole() || !read(lines, draft))) {
                draft.broken();
            }
        }
        if (unsized && !sized) {
            draft.sizes(sizes);
        }
    }

    private boolean read(LineReader line, TraceBuilder draft) {
        values.clear();
        try (JsonParser parser = factory.createParser(line.bytes(), line.from(), line.to() - line.from())) {
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
        long status = number(first(STATUS));
        String size = first(BYTES);
        long bytes = size == null || size.equals("-") ? 0 : number(size);
        if (target == null || status < 0 || bytes < 0) {
            return false;
        }
        double at = time(first(TIME));
        String method = first(METHOD);
        boolean counts = Double.isNaN(at) || draft.counts(at);
        if (counts && (method == null || method.equals("GET")) && TraceBuilder.isRead(status)) {
            byte[] name = LineReader.bytes(target);
            int object = draft.object(name, 0, name.length);
            if (size == null) {
                unsized = true;
                draft.ask(object);
            } else {
                sized = true;
                draft.answered(object, status, bytes);
            }
        }
        return true;
    }

    private @Nullable String first(List<String> names) {
        for (String name : names) {
            String value = values.get(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static long number(@Nullable String text) {
        return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    private static double time(@Nullable String text) {
        if (text == null) {
            return TraceWindow.UNKNOWN;
        }
        try {
            if (text.matches("\\d{1,18}(\\.\\d+)?([eE]\\d+)?")) {
                return Double.parseDouble(text);
            }
            return (text.endsWith("Z")
                                    ? Instant.parse(text)
                                    : OffsetDateTime.parse(text).toInstant())
                            .toEpochMilli()
                    / 1000.0;
        } catch (DateTimeException e) {
            return TraceWindow.UNKNOWN;
        }
    }
}
