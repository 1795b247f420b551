package io.gosling.gos;

import java.util.Collections;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which stored responses are not to be used as they are any more. Immutable.
 *
 * @param places tells by the URL behind its scheme, such as {@code www.example.org/a?b}; all variants are meant
 * @param tags responses with any of these are meant as well
 * @param soft what is meant stays and counts as stale from now on; otherwise it is removed
 */
public record ReplyPurge(Predicate<String> places, Set<String> tags, boolean soft) {
    private static final String SCHEME_END = "://";

    public ReplyPurge {
        tags = Set.copyOf(tags);
    }

    /** One URL, whichever scheme it names or none. */
    public static ReplyPurge ofUrl(String url) {
        return of(place(url)::equals);
    }

    /** All URLs that begin with this one. */
    public static ReplyPurge ofPrefix(String url) {
        String prefix = place(url);
        return of(place -> place.startsWith(prefix));
    }

    /** All URLs of a host, with its port where URLs have one. */
    public static ReplyPurge ofHost(String host) {
        return ofPrefix(host + "/");
    }

    /** What bears one of these tags. */
    public static ReplyPurge ofTags(Set<String> tags) {
        return new ReplyPurge(place -> false, tags, false);
    }

    private static ReplyPurge of(Predicate<String> places) {
        return new ReplyPurge(places, Set.of(), false);
    }

    /** The same, but what is meant stays, stale. */
    public ReplyPurge softly() {
        return new ReplyPurge(places, tags, true);
    }

    /** Whether a response is meant. */
    boolean means(String url, Set<String> itsTags) {
        return places.test(place(url)) || !Collections.disjoint(tags, itsTags);
    }

    /** Whether a response whose tags are not known yet may be meant. */
    boolean mayMean(String url) {
        return !tags.isEmpty() || places.test(place(url));
    }

    private static String place(String url) {
        int scheme = url.indexOf(SCHEME_END);
        return scheme < 0 ? url : url.substring(scheme + SCHEME_END.length());
    }
}
