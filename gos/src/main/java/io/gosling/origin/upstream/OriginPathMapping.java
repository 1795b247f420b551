package io.gosling.origin.upstream;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The place of an origin in the site: the paths that it answers, and their names at the origin. Pure.
 *
 * @param site the site's name, under which responses are kept; empty for an origin that answers for everything,
 *     whose responses are kept under its own name
 * @param path a pattern, as the settings write it
 * @param strip the prefix that clients' paths have and the origin's do not, such as {@code /api}; empty for none
 * @param prefix the prefix that the origin's paths have instead, such as {@code /v2}; empty for none
 */
public record OriginPathMapping(String site, String path, String strip, String prefix) {
    private static final Pattern ABSOLUTE = Pattern.compile("(?i:(https?:))?//([^/?#\\\\\\s]+)(.*)");

    /** An origin that answers for everything. */
    public static final OriginPathMapping ALL = new OriginPathMapping("", "/**", "", "");

    /** @throws IllegalArgumentException when paths cannot be distinguished or combined */
    public OriginPathMapping {
        requireDirectory("strip", strip);
        requireDirectory("prefix", prefix);
        if (!strip.isEmpty() && !path.equals(strip) && !path.startsWith(strip + "/")) {
            throw new IllegalArgumentException("strip: value \"" + strip + "\", and path \"" + path
                    + "\" does not begin with it; expected what all these paths begin with, such as /api for /api/**");
        }
    }

    private static void requireDirectory(String name, String value) {
        if (!value.isEmpty() && !value.matches("(/[^/?#*\\s]+)+")) {
            throw new IllegalArgumentException(name + ": value \"" + value
                    + "\"; expected a path that begins with a slash and does not end with one, such as /api");
        }
    }

    /** A label for operators: the site and its paths, such as {@code shop/api/**}. */
    public String label() {
        return site.isEmpty() ? "all" : site + path;
    }

    String outward(String target) {
        if (strip.isEmpty() && prefix.isEmpty()) {
            return target;
        }
        String rest = isBelow(target, strip) ? target.substring(strip.length()) : target;
        boolean bare = !rest.startsWith("/");
        return (bare && prefix.isEmpty() ? "/" : prefix) + rest;
    }

    /**
     * Converts a URL of the origin to the clients' path; others stay unchanged.
     *
     * @param servers of the origin, each of which may name any of them, in whatever spelling
     */
    String inward(String url, List<OriginAddress> servers) {
        Matcher absolute = ABSOLUTE.matcher(url);
        if (!absolute.matches()) {
            boolean path = url.startsWith("/") && !url.startsWith("//");
            return path && isBelow(url, prefix) ? ours(url) : url;
        }
        if (!isOfOneOf(servers, absolute.group(1), absolute.group(2))) {
            return url;
        }
        String target = absolute.group(3).startsWith("/") ? absolute.group(3) : "/" + absolute.group(3);
        return isBelow(target, prefix) ? ours(target) : url;
    }

    private static boolean isOfOneOf(List<OriginAddress> servers, @Nullable String scheme, String authority) {
        try {
            return servers.stream().anyMatch(server -> {
                String own = server.secure() ? "https:" : "http:";
                return (scheme == null || own.equalsIgnoreCase(scheme))
                        && server.equals(OriginAddress.parse(own + "//" + authority));
            });
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private String ours(String target) {
        // One slash in front, since a path with two names another host.
        return (strip + target.substring(prefix.length())).replaceFirst("^[/\\\\\t]*", "/");
    }

    private static boolean isBelow(String target, String directory) {
        return target.startsWith(directory)
                && (directory.isEmpty()
                        || target.length() == directory.length()
                        || "/?#".indexOf(target.charAt(directory.length())) >= 0);
    }
}
