package io.gosling.site.rules;

import java.util.List;

/** The target of a redirect or a rewrite, in which {@code $1} is what the first star of the pattern matched. */
record RewriteTarget(String text) {
    /**
     * @param elsewhere true if it may be a URL of another site
     * @throws IllegalArgumentException when it is not a path or a URL, or names a star that the pattern does not have
     */
    static RewriteTarget parse(String text, PathPattern from, boolean elsewhere) {
        boolean path = text.startsWith("/") && !text.startsWith("//");
        // A star may fill a URL's path but never its host, which the author of a link must not choose.
        boolean url = elsewhere && text.matches("https?://[A-Za-z0-9._:\\[\\]-]+(/.*)?");
        if (!path && !url) {
            throw new IllegalArgumentException("target '" + text + "' must be a path"
                    + (elsewhere ? " or a URL, such as /new/$1 or https://example.org/$1" : ", such as /new/$1"));
        }
        if (!text.matches("[\\x21-\\x7e]+")) {
            throw new IllegalArgumentException(
                    "target '" + text + "' must be printable ASCII; other characters are percent-encoded");
        }
        for (int i = text.indexOf('$'); i >= 0; i = text.indexOf('$', i + 1)) {
            int star = i + 1 < text.length() ? text.charAt(i + 1) - '0' : 0;
            if (star < 1 || star > from.stars()) {
                throw new IllegalArgumentException("target '" + text + "': the dollar sign at " + i
                        + " must be followed by the number of a star of " + from + ", which has " + from.stars());
            }
        }
        return new RewriteTarget(text);
    }

    String with(List<String> stars) {
        StringBuilder target = new StringBuilder(text.length() + 32);
        boolean path = text.startsWith("/");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '$') {
                i++;
                target.append(stars.get(text.charAt(i) - '1'));
            } else {
                target.append(c);
            }
        }
        return path && target.length() > 1 && target.charAt(1) == '/' ? onThisSite(target) : target.toString();
    }

    /** Keeps the target on this site: a star must not turn a path into {@code //host}. */
    private static String onThisSite(StringBuilder target) {
        int slashes = 1;
        while (slashes < target.length() && target.charAt(slashes) == '/') {
            slashes++;
        }
        return target.substring(slashes - 1);
    }

    /** Returns the target and the request's own query, unless the target has one. */
    String with(List<String> stars, String query) {
        String target = with(stars);
        return query.isEmpty() || target.indexOf('?') >= 0 ? target : target + "?" + query;
    }

    @Override
    public String toString() {
        return text;
    }
}
