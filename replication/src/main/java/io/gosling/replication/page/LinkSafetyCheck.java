package io.gosling.replication.page;

import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkCaution;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.PageRewritability;
import io.gosling.replication.graph.RequestDestination;
import io.gosling.replication.graph.SiteFile;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules for links that may lead to another server without the user noticing: a list of reasons against it, of which
 * the first that holds counts.
 */
final class LinkSafetyCheck {
    /** Queries that only name a version; others may be signatures. */
    private static final Pattern VERSION = Pattern.compile("((v|ver|version|rev|hash)=)?[0-9A-Za-z._-]{1,40}");

    private static final Pattern BARE = Pattern.compile("[0-9][0-9A-Fa-f._-]*");

    /** XML may name styles and have links of its own, which are not read: SVG as a page, feeds, XSLT. */
    private static final Pattern XML = Pattern.compile("(?i)[^;]*[/+]xml\\s*(;.*)?");

    /**
     * The first that holds counts; its verdict has the same name. A module's imports would be requested from the server
     * that has the copy, which does not have them.
     */
    private static final List<LinkCaution> NEVER = List.of(
            LinkCaution.SERVICE_WORKER,
            LinkCaution.MODULE,
            LinkCaution.NAME,
            LinkCaution.CREDENTIALS,
            LinkCaution.DOWNLOAD,
            LinkCaution.SAME_ORIGIN);

    private final SiteLinkConstraints site;
    private final LinkRuleSettings rules;
    private final PageRewritability shape;
    private final boolean digested;

    /** @param path of the file whose links are judged */
    LinkSafetyCheck(SiteLinkConstraints site, String path, PageRewritability shape) {
        this.site = site;
        this.rules = site.rules;
        this.shape = shape;
        this.digested = site.isDigested(path);
    }

    LinkVerdict verdict(Link link, LinkTarget target) {
        if (link.kind() == LinkKind.BASE) {
            return LinkVerdict.BASE;
        }
        if (!(target instanceof LinkTarget.Inside inside)) {
            return LinkVerdict.OUTSIDE;
        }
        if (digested) {
            return LinkVerdict.INTEGRITY;
        }
        if (link.kind() == LinkKind.FORM) {
            return LinkVerdict.FORM;
        }
        Optional<LinkVerdict> never = never(link.use().cautions());
        if (never.isPresent()) {
            return never.get();
        }
        if (!inside.query().isEmpty() && !isVersion(inside.query())) {
            return LinkVerdict.QUERY;
        }
        Optional<SiteFile> file = site.file(inside);
        if (file.isEmpty()) {
            return LinkVerdict.BROKEN;
        }
        if (file.get().isPage() || link.use().destination() == RequestDestination.DOCUMENT) {
            return document(link, file.get());
        }
        Optional<LinkVerdict> stays = stays(file.get());
        if (stays.isPresent()) {
            return stays.get();
        }
        // Visited by itself it is a page with scripts, and other servers do not send this server's policy.
        if (!rules.policies().isEmpty() && isXml(file.get())) {
            return LinkVerdict.BOUND;
        }
        if (link.use().destination() == RequestDestination.OTHER) {
            return LinkVerdict.OTHER;
        }
        return SiteLinkConstraints.mayBeRendered(link, shape) ? LinkVerdict.CANVAS : withCors(link);
    }

    private static Optional<LinkVerdict> never(Set<LinkCaution> cautions) {
        return NEVER.stream().filter(cautions::contains).findFirst().map(first -> LinkVerdict.valueOf(first.name()));
    }

    private LinkVerdict document(Link link, SiteFile file) {
        if (site.isEntry(file.path())) {
            return LinkVerdict.ENTRY;
        }
        if (!rules.get(LinkRuleSettings.DOCUMENTS)) {
            return LinkVerdict.DOCUMENT;
        }
        if (link.use().destination() != RequestDestination.DOCUMENT) {
            return LinkVerdict.OTHER;
        }
        if (!file.isPage() && isXml(file)) {
            return LinkVerdict.UNREAD;
        }
        boolean bound = file.isPage() && site.isBound(file.path());
        return stays(file).orElse(bound ? LinkVerdict.BOUND : LinkVerdict.CHOSEN);
    }

    private static boolean isXml(SiteFile file) {
        return XML.matcher(file.mediaType()).matches();
    }

    /** The reason why a page or style stays at home, as one that was not read. */
    private static Optional<LinkVerdict> stays(SiteFile file) {
        if (file.links() == null && PageLinks.canHaveLinks(file.mediaType())) {
            return Optional.of(LinkVerdict.UNREAD);
        }
        return file.linkCount() > PageLinkAnalysis.MOST_LINKS ? Optional.of(LinkVerdict.MANY) : Optional.empty();
    }

    private LinkVerdict withCors(Link link) {
        Set<LinkCaution> cautions = link.use().cautions();
        if (cautions.contains(LinkCaution.INTEGRITY)) {
            boolean believed = rules.get(LinkRuleSettings.CORS)
                    && cautions.contains(LinkCaution.CORS)
                    && link.use().destination() != RequestDestination.STYLE;
            return believed ? LinkVerdict.CHOSEN : LinkVerdict.INTEGRITY;
        }
        if (rules.get(LinkRuleSettings.CORS)) {
            return LinkVerdict.CHOSEN;
        }
        if (cautions.contains(LinkCaution.FONT)) {
            return LinkVerdict.FONT;
        }
        return cautions.contains(LinkCaution.CORS) ? LinkVerdict.CORS : LinkVerdict.CHOSEN;
    }

    private static boolean isVersion(String query) {
        return query.indexOf('=') < 0
                ? BARE.matcher(query).matches() && query.length() <= 40
                : VERSION.matcher(query).matches();
    }
}
