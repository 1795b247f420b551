package io.gosling.caching;

import io.gosling.caching.StoringRules.Arrival;
import io.gosling.caching.StoringRules.Storing;
import io.gosling.http.Headers;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asking an origin whether a stored response still holds (RFC 9111, section 4.3). Pure. */
public final class RevalidationHeaderBuilder {
    private static final Set<String> CONDITIONS =
            Set.of("if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "range");

    private RevalidationHeaderBuilder() {}

    /** The groups whose responses are invalidated by the answer to an unsafe request (RFC 9875). */
    public static Set<String> invalidatedGroups(Headers response) {
        return SurrogateKeyParser.strings(response.all("Cache-Group-Invalidation"));
    }

    /** The request for a whole response: the client's range and its conditions are left out. */
    public static Headers unconditional(Headers request) {
        return CacheHeaderSelector.selected(request, name -> !CONDITIONS.contains(name));
    }

    /** The request for a whole response, with the client's conditions for it. */
    public static Headers whole(Headers request) {
        return request.without("Range").without("If-Range");
    }

    /** The request that revalidates the stored response (section 4.3.1). */
    public static Headers conditional(Headers request, StoredResponseHead stored) {
        Headers asking = unconditional(request);
        String tag = stored.fields().first("ETag");
        String modified = stored.fields().first("Last-Modified");
        if (tag != null) {
            asking = asking.with("If-None-Match", tag);
        }
        return modified == null ? asking : asking.with("If-Modified-Since", modified);
    }

    /** The stored response as a 304 leaves it (section 4.3.4), or null when the 304 is about another one. */
    public static @Nullable Storing freshened(
            StoredResponseHead stored, Headers request, Headers notModified, StoringRules rules, Arrival arrival) {
        String tag = notModified.first("ETag");
        String known = stored.fields().first("ETag");
        if (tag != null && !weak(tag).equals(known == null ? "" : weak(known))) {
            return null;
        }
        Headers fields = updated(stored, notModified);
        int status = stored.isSliceIndex() ? 200 : stored.status();
        // A response that matches the stored one does not depend on the client.
        Storing judged = rules.judge(request.without("Cookie"), status, fields, arrival);
        return judged instanceof Storing.Stored same
                ? new Storing.Stored(same.reply().inTheFormOf(stored))
                : judged;
    }

    /** The headers of a stored response as a 304 leaves them. */
    public static Headers updated(StoredResponseHead stored, Headers notModified) {
        return CacheHeaderSelector.updated(stored.fields().without("Date"), notModified);
    }

    private static String weak(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }
}
