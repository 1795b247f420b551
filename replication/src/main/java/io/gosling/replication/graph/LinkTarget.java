package io.gosling.replication.graph;

import java.util.Optional;

/** The target of a link, as resolved from the page that contains it. */
public sealed interface LinkTarget {

    /**
     * A document of the same site.
     *
     * @param path percent-encoded, beginning with a slash, dot segments removed
     * @param query without its question mark; empty when there is none
     */
    record Inside(String path, String query) implements LinkTarget {
        public String requestTarget() {
            return query.isEmpty() ? path : path + "?" + query;
        }
    }

    /** Another site, or no document at all: {@code https://elsewhere/}, {@code mailto:}, {@code data:}. */
    record Outside(String url) implements LinkTarget {}

    /** A place in the page itself: {@code #chapter}. */
    record SamePage(String fragment) implements LinkTarget {}

    /**
     * Resolves a link (RFC 3986, section 5.2, as leniently as browsers do).
     *
     * @param pagePath the path under which the page was requested, beginning with a slash
     */
    static LinkTarget of(String url, String pagePath, Optional<String> base) {
        int fragment = url.indexOf('#');
        String address = fragment < 0 ? url : url.substring(0, fragment);
        if (address.isEmpty()) {
            return new SamePage(url.substring(fragment + 1));
        }
        if (base.isEmpty()) {
            return RelativeUrlResolver.against(pagePath, address);
        }
        return switch (of(base.get(), pagePath, Optional.empty())) {
            case Inside inside -> RelativeUrlResolver.against(inside.path(), address);
            case SamePage here -> RelativeUrlResolver.against(pagePath, address);
            case Outside elsewhere -> new Outside(address);
        };
    }
}
