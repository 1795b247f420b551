package io.gosling.caching;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Field values that are lists (RFC 9110, section 5.6.1), read leniently. Pure. */
final class HeaderListParser {
    private static final Pattern ESCAPED = Pattern.compile("(?s)\\\\(.)");

    private HeaderListParser() {}

    static List<String> members(String line) {
        List<String> members = new ArrayList<>(4);
        int start = 0;
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == ',' && !quoted) {
                add(members, line.substring(start, i));
                start = i + 1;
            }
        }
        add(members, line.substring(start));
        return members;
    }

    static List<String> members(List<String> lines) {
        return lines.stream().flatMap(line -> members(line).stream()).toList();
    }

    /** The members, in lower case. */
    static List<String> lowerCase(List<String> lines) {
        return members(lines).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static void add(List<String> members, String member) {
        String bare = member.strip();
        if (!bare.isEmpty()) {
            members.add(bare);
        }
    }

    static String unquoted(String text) {
        if (text.length() < 2 || text.charAt(0) != '"' || text.charAt(text.length() - 1) != '"') {
            return text;
        }
        return ESCAPED.matcher(text.substring(1, text.length() - 1)).replaceAll("$1");
    }
}
