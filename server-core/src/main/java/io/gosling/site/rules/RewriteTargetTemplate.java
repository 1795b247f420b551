package io.gosling.site.rules;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The target of a redirect or a rewrite, in which {@code $1} is what the first star of the pattern matched. */
final class RewriteTargetTemplate {
    private static final Pattern STAR = Pattern.compile("\\$([1-9])");

    private RewriteTargetTemplate() {}

    /**
     * @param elsewhere true if it may be a URL of another site
     * @throws IllegalArgumentException when it is not a path or a URL, or names a star that the pattern does not have
     */
    static void require(String text, PathPattern from, boolean elsewhere) {
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
    }

    /** Returns the target for what the stars stood for, with the request's own query unless the target has one. */
    static String filled(String text, List<String> stars, String query) {
        String filled = STAR.matcher(text)
                .replaceAll(star -> Matcher.quoteReplacement(stars.get(Integer.parseInt(star.group(1)) - 1)));
        // Keeps the target on this site: a star must not turn a path into //host.
        String target = text.startsWith("/") ? filled.replaceFirst("^/+", "/") : filled;
        return query.isEmpty() || target.indexOf('?') >= 0 ? target : target + "?" + query;
    }
}
