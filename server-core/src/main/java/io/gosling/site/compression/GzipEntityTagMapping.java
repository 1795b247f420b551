package io.gosling.site.compression;

import io.gosling.http.Headers;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Entity tags of the gzip form of a response (RFC 9110, section 8.8.3.3): {@code "x~gzip"} where the plain one has
 * {@code "x"}. Pure.
 */
final class GzipEntityTagMapping {
    private static final String MARK = "~gzip\"";

    private static final Pattern CODED = Pattern.compile("((?:W/)?\"[^\"]*)" + MARK);

    private GzipEntityTagMapping() {}

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

    /**
     * Returns the headers for a handler that has the plain form, or a coded one of its own with the same tag: both tags
     * in the place of the coded one. If-Match, whose list is for the one form that is changed, gets the plain tag.
     */
    static Headers plain(Headers headers) {
        return with(with(headers, "If-Match", "$1\""), "If-None-Match", "$1\", $1" + MARK);
    }

    private static Headers with(Headers headers, String name, String tags) {
        String list = headers.joined(name);
        return list == null || !list.contains(MARK)
                ? headers
                : headers.with(name, CODED.matcher(list).replaceAll(tags));
    }
}
