package io.gosling.netty.limits;

import io.gosling.settings.SettingType;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The media types of bodies that are sent as things happen, and may be silent for long in between: events, records,
 * remote calls. A timeout made for files must not cut them. Immutable.
 *
 * @param types in lower case; a star at the end stands for any text
 */
public record StreamingMediaTypes(List<String> types) {
    public static final String DEFAULT =
            "text/event-stream, application/x-ndjson, application/ndjson, application/jsonl,"
                    + " application/json-seq, application/stream+json, application/grpc*, multipart/x-mixed-replace";

    public static final SettingType<StreamingMediaTypes> KIND = SettingType.list(
                    "TYPE", "media types such as text/event-stream or application/grpc*", StreamingMediaTypes::type)
            .as(StreamingMediaTypes::new);

    public static final StreamingMediaTypes USUAL = KIND.reader().apply(KIND.split(DEFAULT));

    private static String type(String text) {
        if (!text.matches("[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+\\*?")) {
            throw new IllegalArgumentException("not a media type: " + text);
        }
        return text.toLowerCase(Locale.ROOT);
    }

    /** Returns true if a body of this {@code Content-Type} and of unknown length may be silent for long. */
    public boolean include(@Nullable String contentType) {
        for (int at = 0; contentType != null && at < types.size(); at++) {
            String type = types.get(at);
            int length = type.endsWith("*") ? type.length() - 1 : type.length();
            boolean ends = length < type.length() || contentType.length() == length;
            if (contentType.regionMatches(true, 0, type, 0, length)
                    && (ends || "; \t".indexOf(contentType.charAt(length)) >= 0)) {
                return true;
            }
        }
        return false;
    }
}
