package io.gosling.netty.http1;

import java.util.regex.Pattern;

/** The syntax of Host and of a target's authority: a host, and perhaps a port (RFC 9110, section 7.2). */
final class AuthoritySyntax {
    private static final Pattern UNUSUAL =
            Pattern.compile("(\\[[0-9A-Fa-f:.]{2,45}]|[A-Za-z0-9._~!$&'()*+,;=%-]{1,255})(:[0-9]{0,5})?");
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_PORT = 5;

    private AuthoritySyntax() {}

    static boolean isValid(String text) {
        return isPlain(text) || UNUSUAL.matcher(text).matches();
    }

    private static boolean isPlain(String text) {
        int i = 0;
        while (i < text.length() && isPlain(text.charAt(i))) {
            i++;
        }
        if (i == 0 || i > LONGEST_NAME) {
            return false;
        }
        int port = i < text.length() && text.charAt(i) == ':' ? i + 1 : i;
        int end = port;
        while (port > i && end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end == text.length() && end - port <= LONGEST_PORT;
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
    }
}
