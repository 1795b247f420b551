package io.gosling.caching;

import io.gosling.http.Headers;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The directives that are meant for this cache: those of CDN-Cache-Control where there is a valid one, which then stands
 * for Cache-Control and Expires as well; those of Cache-Control otherwise (RFC 9213, section 2.2). Pure.
 *
 * @param targeted whether they come from CDN-Cache-Control
 */
record TargetedDirectives(Directives directives, boolean targeted) {
    private static final String FIELD = "CDN-Cache-Control";

    /** A key of a dictionary with one of the items that directives have: integer, token, string or nothing. */
    private static final Pattern MEMBER = Pattern.compile("[a-z*][a-z0-9_.*-]*"
            + "(=(-?[0-9]{1,15}|[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*|\"([ !#-\\[\\]-~]|\\\\[\"\\\\])*\"|\\?[01]))?"
            + "( *;.*)?");

    static TargetedDirectives of(Headers response) {
        Directives targeted = targeted(response.all(FIELD));
        return targeted == null
                ? new TargetedDirectives(Directives.of(response.all("Cache-Control")), false)
                : new TargetedDirectives(targeted, true);
    }

    /** Null when there is none, it is empty, or it is no dictionary (RFC 8941, section 3.2) and so to be disregarded. */
    private static @Nullable Directives targeted(List<String> lines) {
        List<String> members = ListField.members(lines);
        boolean valid = !members.isEmpty()
                && members.stream().allMatch(member -> MEMBER.matcher(member).matches());
        return valid
                ? Directives.of(members.stream()
                        .map(TargetedDirectives::withoutParameters)
                        .toList())
                : null;
    }

    private static String withoutParameters(String member) {
        int semicolon = member.indexOf(';', member.lastIndexOf('"') + 1);
        return semicolon < 0 ? member : member.substring(0, semicolon).stripTrailing();
    }
}
