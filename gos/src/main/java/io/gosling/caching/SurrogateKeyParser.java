package io.gosling.caching;

import io.gosling.http.Headers;
import io.gosling.structured.StructuredFieldParser;
import io.gosling.structured.StructuredMember;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tags that a response's origin has given it, so that all responses with one tag can be removed together: those in
 * Surrogate-Key and xkey, separated by blanks, in Cache-Tag, separated by commas, and the strings in Cache-Groups (RFC
 * 9875, section 2). Case counts. Pure.
 */
final class SurrogateKeyParser {
    private static final List<String> BY_BLANKS = List.of("Surrogate-Key", "xkey");

    private SurrogateKeyParser() {}

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

    /** The strings in a structured list; none where it is malformed. */
    static Set<String> strings(List<String> lines) {
        Set<String> strings = new TreeSet<>();
        List<StructuredMember> members = StructuredFieldParser.list(lines);
        for (StructuredMember member : members == null ? List.<StructuredMember>of() : members) {
            if (member.value() instanceof String text) {
                addAll(strings, text);
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
