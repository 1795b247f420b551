package io.gosling.caching;

import io.gosling.http.Headers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tags that a response's origin has given it, so that all responses with one tag can be removed together: those in
 * Surrogate-Key and xkey, separated by blanks, in Cache-Tag, separated by commas, and the strings in Cache-Groups (RFC
 * 9875, section 2). Case counts. Pure.
 */
final class ReplyTags {
    private static final List<String> BY_BLANKS = List.of("Surrogate-Key", "xkey");

    private ReplyTags() {}

    static Set<String> of(Headers response) {
        Set<String> tags = new TreeSet<>();
        for (String name : BY_BLANKS) {
            for (String line : response.all(name)) {
                addAll(tags, line.split("[ \t,]+"));
            }
        }
        for (String line : response.all("Cache-Tag")) {
            addAll(tags, line.split(","));
        }
        tags.addAll(strings(response.all("Cache-Groups")));
        return tags.isEmpty() ? Set.of() : Set.copyOf(tags);
    }

    static Set<String> strings(List<String> lines) {
        Set<String> strings = new TreeSet<>();
        for (String member : ListField.members(lines)) {
            int end = member.lastIndexOf('"');
            if (member.startsWith("\"") && end > 0) {
                addAll(strings, ListField.unquoted(member.substring(0, end + 1)));
            }
        }
        return strings;
    }

    private static void addAll(Set<String> tags, String... values) {
        for (String value : values) {
            String tag = value.strip();
            if (!tag.isEmpty()) {
                tags.add(tag);
            }
        }
    }
}
