package io.gosling.caching;

import io.gosling.http.Headers;
import io.gosling.structured.StructuredFieldParser;
import io.gosling.structured.StructuredMember;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directives that are meant for this cache: those of CDN-Cache-Control where there is a valid one (RFC 9213,
 * section 2.2), or else those of Surrogate-Control (W3C Note "Edge Architecture Specification", 2001), either of which
 * replaces Cache-Control and Expires as well; those of Cache-Control otherwise. Pure.
 *
 * @param targeted true if they come from one of the first two
 */
record EffectiveCacheDirectives(CacheControlDirectives directives, boolean targeted) {
    private static final String FIELD = "CDN-Cache-Control";
    private static final String NAME = "gosling";

    static EffectiveCacheDirectives of(Headers response) {
        CacheControlDirectives forAll = CacheControlDirectives.of(response.all("Cache-Control"));
        CacheControlDirectives targeted = targeted(response.all(FIELD));
        if (targeted == null && !forAll.isUnqualified("private")) {
            targeted = surrogate(response.all("Surrogate-Control"));
        }
        return targeted == null
                ? new EffectiveCacheDirectives(forAll, false)
                : new EffectiveCacheDirectives(targeted, true);
    }

    /** The directives for all surrogates or this one; null where they do not decide on storing. */
    private static @Nullable CacheControlDirectives surrogate(List<String> lines) {
        List<String> ours = new ArrayList<>();
        for (String member : HeaderListParser.members(lines)) {
            String bare = withoutParameters(member);
            String target = member.substring(bare.length()).replace(";", "").strip();
            if (target.isEmpty() || target.equalsIgnoreCase(NAME)) {
                // A second number is the time for which it may be used stale; here other directives determine that.
                ours.add(bare.replaceFirst("(?i)^(max-age=[0-9]+)\\+[0-9]+$", "$1"));
            }
        }
        CacheControlDirectives directives = CacheControlDirectives.of(ours);
        return directives.has("max-age") || directives.has("no-store") ? directives : null;
    }

    /** The directives of a dictionary (RFC 9651, section 3.2); null when absent, empty or malformed. */
    private static @Nullable CacheControlDirectives targeted(List<String> lines) {
        Map<String, StructuredMember> members = StructuredFieldParser.dictionary(lines);
        if (members == null || members.isEmpty()) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        members.forEach((name, member) -> {
            if (!Boolean.FALSE.equals(member.value())) {
                values.put(name, value(member.value()));
            }
        });
        return new CacheControlDirectives(values);
    }

    /** The value of a directive; a blank, which is no time, for one of a type that no directive has. */
    private static String value(Object value) {
        return switch (value) {
            case Boolean set -> "";
            case Long number -> number.toString();
            case String text -> text.matches("[0-9]*") ? " " : text;
            case StructuredMember.Token token -> token.text();
            default -> " ";
        };
    }

    private static String withoutParameters(String member) {
        int semicolon = member.indexOf(';', member.lastIndexOf('"') + 1);
        return semicolon < 0 ? member : member.substring(0, semicolon).stripTrailing();
    }
}
