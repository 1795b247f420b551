package io.gosling.replication.page;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteGraph;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Resolves the address of a link to the file of the site that is served there. */
final class PageTargets {
    /** A server's name with its scheme and slashes. */
    private static final Pattern SERVER = Pattern.compile("(?i)(https?:)?[/\\\\]{2,}[^/\\\\?#]*[/\\\\]?");

    private PageTargets() {}

    /** The canonical path of a request; empty where nothing can be served under it. */
    static Optional<String> key(LinkTarget.Inside target) {
        try {
            return Optional.of(DocumentPath.parse(target.path()).key());
        } catch (IllegalDocumentPathException unservable) {
            return Optional.empty();
        }
    }

    /** The file; of a directory its index, whether the path ends with a slash or not. */
    static Optional<SiteFile> file(SiteGraph graph, LinkTarget.Inside target) {
        return key(target).flatMap(graph::served);
    }

    /** The file of a link, assuming that any named server is this one; a false positive does no harm. */
    static Optional<SiteFile> fileOnAnyServer(SiteGraph graph, Link link, String page, Optional<String> base) {
        LinkTarget target = LinkTarget.of(withoutServer(link.url()), page, base.map(PageTargets::withoutServer));
        return target instanceof LinkTarget.Inside inside ? file(graph, inside) : Optional.empty();
    }

    private static String withoutServer(String address) {
        Matcher server = SERVER.matcher(address);
        return server.lookingAt() ? "/" + address.substring(server.end()) : address;
    }
}
