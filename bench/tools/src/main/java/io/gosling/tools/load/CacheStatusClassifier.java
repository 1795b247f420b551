package io.gosling.tools.load;

import io.gosling.structured.StructuredFieldParser;
import io.gosling.structured.StructuredMember;
import io.netty.util.AsciiString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Classifies responses by the cache that answered, according to Cache-Status (RFC 9211): its members are listed from
 * the origin outwards, so the last one is that of the cache that was asked. Values are memoized, since most responses
 * have one of a few. Used by one thread.
 */
public final class CacheStatusClassifier {
    static final String NONE = "no Cache-Status";
    private static final String UNREADABLE = "unreadable Cache-Status";

    public static final String HIT = "hit";

    private static final int MOST = 4096;

    private final Map<AsciiString, String> known = new HashMap<>();

    String of(AsciiString value) {
        String found = known.get(value);
        if (found == null) {
            String text = value.toString();
            found = kind(text);
            if (known.size() < MOST) {
                known.put(new AsciiString(text), found);
            }
        }
        return found;
    }

    public static String kind(String value) {
        List<StructuredMember> caches = StructuredFieldParser.list(List.of(value));
        if (caches == null) {
            return UNREADABLE;
        }
        if (caches.isEmpty()) {
            return NONE;
        }
        StructuredMember asked = caches.getLast();
        if (asked.has("hit")) {
            return HIT;
        }
        String reason = word(asked, "fwd");
        String detail = word(asked, "detail");
        return "miss" + (reason.isEmpty() ? "" : " " + reason) + (detail.isEmpty() ? "" : " (" + detail + ")");
    }

    /** The first word of a parameter, in which other servers may have any text; empty for none. */
    public static String word(StructuredMember member, String parameter) {
        return member.text(parameter).replaceFirst("[^A-Za-z0-9_-].*", "");
    }
}
