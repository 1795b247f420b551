package io.gosling.site.compression;

import io.gosling.http.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Entity tags of the gzip form of a response (RFC 9110, section 8.8.3.3): {@code "x~gzip"} where the plain one has
 * {@code "x"}. Pure.
 */
final class CodedTags {
    private static final String MARK = "~gzip\"";

    private CodedTags() {}

    /** Returns the coded form's tag, as strong or weak as the plain one's; null for none, or a malformed one. */
    static @Nullable String coded(@Nullable String tag) {
        return tag != null && tag.endsWith("\"") ? tag.substring(0, tag.length() - 1) + MARK : null;
    }

    static boolean isStrong(@Nullable String tag) {
        return tag != null && !tag.startsWith("W/");
    }

    /** Returns whether a list of tags names this one, by weak comparison. */
    static boolean names(@Nullable String list, String tag) {
        return list != null && list.contains(tag.startsWith("W/") ? tag.substring(2) : tag);
    }

    /** Returns the headers with the plain form's tags in the place of the coded one's. */
    static Headers plain(Headers headers) {
        return plain(plain(headers, "If-Match"), "If-None-Match");
    }

    private static Headers plain(Headers headers, String name) {
        String list = headers.joined(name);
        return list == null || !list.contains(MARK) ? headers : headers.with(name, list.replace(MARK, "\""));
    }
}
