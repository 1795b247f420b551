package io.gosling.site;

import io.gosling.http.HostNameNormalizer;
import io.gosling.site.compression.ContentCoding;
import java.util.List;

/**
 * A web site that is served under one or several host names.
 *
 * @param name of the site in the object space: its documents lie there under {@code /name/}, so every node of a cluster
 *     must use the same name
 * @param hosts names such as {@code example.org}, or {@code *.example.org} for all names below it; none for all hosts
 *     that no other site has
 */
public record Site(String name, List<String> hosts, SiteContent content, SiteRules rules) {
    public Site {
        if (!name.matches("[a-z0-9][a-z0-9.-]{0,63}")) {
            throw new IllegalArgumentException("site '" + name
                    + "' must be called by lower-case letters, digits, dots and dashes, at most 64, a"
                    + " letter or digit first");
        }
        if (content.roots().isEmpty() && !rules.leaveNothing()) {
            throw new IllegalArgumentException(
                    "roots: missing; expected a list of directories, or an origin that answers /**");
        }
        hosts = hosts.stream().map(HostNameNormalizer::canonical).toList();
        for (String host : hosts) {
            if (!host.matches("(\\*\\.)?[a-z0-9_-]+(\\.[a-z0-9_-]+)*|\\[[0-9a-f:.]+\\]")) {
                throw new IllegalArgumentException("site " + name + ": host '" + host
                        + "' must be a name without a port, such as example.org or *.example.org");
            }
        }
    }

    /** Returns the directory of the object space that has the documents as they are, or in this coding. */
    String view(@org.jspecify.annotations.Nullable ContentCoding coding) {
        return coding == null ? name : name + "~" + coding.token();
    }
}
