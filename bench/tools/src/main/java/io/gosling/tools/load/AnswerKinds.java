package io.gosling.tools.load;

import io.netty.util.AsciiString;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Classifies responses by the cache that answered, according to Cache-Status (RFC 9211): its members are listed from
 * the origin outwards, so the last one is that of the cache that was asked. Values are memoized, since most responses
 * have one of a few. Used by one thread.
 */
public final class AnswerKinds {
    static final String NONE = "no Cache-Status";

    public static final String HIT = "hit";

    private static final int MOST = 4096;
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern HAS_HIT = Pattern.compile(";\\s*hit\\s*(?:;|=\\?1|$)");
    private static final Pattern FORWARDED = Pattern.compile(";\\s*fwd=([A-Za-z0-9_-]+)");
    private static final Pattern DETAIL = Pattern.compile(";\\s*detail=\"?([A-Za-z0-9_-]+)");

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
        if (value.isBlank()) {
            return NONE;
        }
        // Names and details may be quoted, with commas and semicolons in them.
        Matcher quoted = QUOTED.matcher(value);
        String plain = quoted.replaceAll(
                found -> Matcher.quoteReplacement(found.group().replaceAll("[,;\\\\]", "_")));
        String asked = plain.substring(plain.lastIndexOf(',') + 1).strip();
        if (HAS_HIT.matcher(asked).find()) {
            return HIT;
        }
        Matcher forwarded = FORWARDED.matcher(asked);
        Matcher detail = DETAIL.matcher(asked);
        String reason = forwarded.find() ? " " + forwarded.group(1) : "";
        return "miss" + reason + (detail.find() ? " (" + detail.group(1) + ")" : "");
    }
}
