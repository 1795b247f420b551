package io.gosling.http;

/** The syntax of header names and header values (RFC 9110, sections 5.1, 5.5 and 5.6.2). */
public final class HeaderSyntax {
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private HeaderSyntax() {}

    static void requireName(String name) {
        if (!isToken(name)) {
            throw new IllegalArgumentException(
                    "header name '" + visible(name) + "' must be letters, digits and " + TOKEN_MARKS);
        }
    }

    static void requireValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c > 0xff || c == 0x7f || (c < 0x20 && c != '\t')) {
                throw new IllegalArgumentException("value of header " + name + " holds the character U+"
                        + String.format("%04X", (int) c) + " at " + i
                        + "; expected printable ASCII, obs-text, spaces and tabs");
            }
        }
    }

    public static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isTokenCharacter(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    public static boolean isAscii(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) < 0x80) {
            at++;
        }
        return at == text.length();
    }

    public static boolean isTokenCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || TOKEN_MARKS.indexOf(c) >= 0;
    }

    static String withoutBlanks(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && isBlank(value.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(value.charAt(to - 1))) {
            to--;
        }
        return value.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static String visible(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().limit(80).forEach(c -> shown.append(c >= 0x20 && c < 0x7f ? (char) c : '?'));
        return shown.toString();
    }
}
