package io.gosling.site.rules;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for the paths of a site that a rule applies to. Immutable.
 *
 * <p>{@code *} stands for any characters of one segment, {@code **} for any characters: {@code /news/*.html},
 * {@code /private/**}. A pattern that ends with {@code /**} fits the directory's name without its slash too, so that an
 * access rule has no gap there.
 *
 * <p>Compared with canonical paths ({@link DocumentPath#key()}), so that no spelling of a path bypasses a rule. At most
 * one {@code **}, and one {@code *} in a segment: matching takes time proportional to the path's length.
 */
public final class PathPattern {
    private static final String BELOW = "/**";

    private final String text;
    /** The pattern in canonical form, without {@code /**} at its end. */
    private final String stem;
    /** True if the pattern ends with {@code /**}. */
    private final boolean below;

    private final Pattern pattern;

    private PathPattern(String text, String stem, boolean below) {
        this.text = text;
        this.stem = stem;
        this.below = below;
        this.pattern = Pattern.compile(below ? regex(stem) + "(?:/(.*))?" : regex(stem));
    }

    public static PathPattern parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("pattern '" + text + "' must begin with a slash, such as /private/**");
        }
        int tail = text.indexOf("**");
        if (tail >= 0 && text.indexOf("**", tail + 1) >= 0) {
            throw new IllegalArgumentException("pattern '" + text + "' has more than one **; one is the most");
        }
        for (String segment : text.split("/", -1)) {
            String rest = segment.replaceFirst("\\*\\*", "");
            if (rest.chars().filter(c -> c == '*').count() > 1 || (rest.contains("*") && !rest.equals(segment))) {
                throw new IllegalArgumentException(
                        "pattern '" + text + "': segment '" + segment + "' has more than one star; one is the most");
            }
        }
        boolean below = text.endsWith(BELOW);
        String key = canonical(text, below ? text.substring(0, text.length() - BELOW.length()) : text);
        return new PathPattern(text, below && key.endsWith("/") ? key.substring(0, key.length() - 1) : key, below);
    }

    private static String canonical(String text, String path) {
        try {
            return DocumentPath.parse(path.isEmpty() ? "/" : path).key();
        } catch (IllegalDocumentPathException e) {
            throw new IllegalArgumentException("pattern '" + text + "': " + e.getMessage(), e);
        }
    }

    private static String regex(String key) {
        StringBuilder regex = new StringBuilder();
        for (int at = 0; at < key.length(); ) {
            int star = key.indexOf('*', at);
            int end = star < 0 ? key.length() : star;
            regex.append(end > at ? Pattern.quote(key.substring(at, end)) : "");
            at = end;
            if (key.startsWith("**", at)) {
                regex.append("(.*)");
                at += 2;
            } else if (star >= 0) {
                regex.append("([^/]*)");
                at++;
            }
        }
        return regex.toString();
    }

    /** Returns whether it fits a canonical path. */
    public boolean fits(String key) {
        return fits(key, key.length());
    }

    /** Returns whether it fits the canonical path that a text begins with and that ends there. Allocates nothing. */
    public boolean fits(String text, int end) {
        return fits(0, text, 0, end);
    }

    /** Returns true if it fits every path. */
    public boolean fitsAll() {
        return below && stem.isEmpty();
    }

    private boolean fits(int from, String path, int begin, int end) {
        int at = begin;
        for (int i = from; i < stem.length(); i++) {
            char letter = stem.charAt(i);
            if (letter == '*') {
                return fitsFromStar(i, path, at, end);
            }
            if (at == end || path.charAt(at) != letter) {
                return false;
            }
            at++;
        }
        return at == end || (below && path.charAt(at) == '/');
    }

    private boolean fitsFromStar(int star, String path, int begin, int end) {
        boolean acrossSegments = stem.startsWith("**", star);
        int rest = star + (acrossSegments ? 2 : 1);
        for (int at = begin; at <= end; at++) {
            if (fits(rest, path, at, end)) {
                return true;
            }
            if (at < end && path.charAt(at) == '/' && !acrossSegments) {
                return false;
            }
        }
        return false;
    }

    /** Returns the text that the stars stood for, percent-encoded; null when it does not fit. */
    @Nullable
    List<String> match(String key) {
        Matcher matcher = pattern.matcher(key);
        if (!matcher.matches()) {
            return null;
        }
        List<String> stars = new ArrayList<>();
        for (int i = 1; i <= matcher.groupCount(); i++) {
            String star = matcher.group(i);
            stars.add(star == null ? "" : star);
        }
        return stars;
    }

    /** Returns the number of stars, {@code **} counting once. */
    int stars() {
        return pattern.matcher("").groupCount();
    }

    @Override
    public String toString() {
        return text;
    }
}
