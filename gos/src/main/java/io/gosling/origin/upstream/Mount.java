package io.gosling.origin.upstream;

import java.util.Locale;

/**
 * The place of an origin in the site: the paths that it answers, and their names at the origin. Pure.
 *
 * @param site the site's name, under which responses are kept; empty for an origin that answers for everything,
 *     whose responses are kept under its own name
 * @param path a pattern, as the settings write it
 * @param strip the prefix that clients' paths have and the origin's do not, such as {@code /api}; empty for none
 * @param prefix the prefix that the origin's paths have instead, such as {@code /v2}; empty for none
 */
public record Mount(String site, String path, String strip, String prefix) {
    /** An origin that answers for everything. */
    public static final Mount ALL = new Mount("", "/**", "", "");

    /** @throws IllegalArgumentException when paths cannot be distinguished or combined */
    public Mount {
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

    /** Converts a URL of the origin to the clients' path; others stay unchanged. */
    String inward(String url, OriginAddress origin) {
        if (site.isEmpty()) {
            return url;
        }
        String own = origin.toString();
        boolean absolute = url.toLowerCase(Locale.ROOT).startsWith(own)
                && (url.length() == own.length() || "/?#".indexOf(url.charAt(own.length())) >= 0);
        String target = absolute ? url.substring(own.length()) : url;
        boolean path = target.startsWith("/") && !target.startsWith("//");
        if (absolute && !path) {
            target = "/" + target;
        } else if (!path) {
            return url;
        }
        return !isBelow(target, prefix) ? url : oneSlash(strip + target.substring(prefix.length()));
    }

    /** Keeps one slash in front, since a path with two names another host. */
    private static String oneSlash(String path) {
        int begin = 0;
        while (begin < path.length() && "/\\\t".indexOf(path.charAt(begin)) >= 0) {
            begin++;
        }
        return "/" + path.substring(begin);
    }

    private static boolean isBelow(String target, String directory) {
        return target.startsWith(directory)
                && (directory.isEmpty()
                        || target.length() == directory.length()
                        || "/?#".indexOf(target.charAt(directory.length())) >= 0);
    }
}
