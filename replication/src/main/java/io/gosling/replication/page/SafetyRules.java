package io.gosling.replication.page;

import io.gosling.replication.graph.Caution;
import io.gosling.replication.graph.Destination;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.PageShape;
import io.gosling.replication.graph.SiteFile;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules for links that may lead to another server without the user noticing: a list of reasons against it, of which
 * the first that holds counts.
 */
final class SafetyRules {
    /** Queries that only name a version; others may be signatures. */
    private static final Pattern VERSION = Pattern.compile("((v|ver|version|rev|hash)=)?[0-9A-Za-z._-]{1,40}");

    private static final Pattern BARE = Pattern.compile("[0-9][0-9A-Fa-f._-]*");

    /** XML may name styles and have links of its own, which are not read: SVG as a page, feeds, XSLT. */
    private static final Pattern XML = Pattern.compile("(?i)[^;]*[/+]xml\\s*(;.*)?");

    private final SiteLinks site;
    private final LinkRules rules;
    private final PageShape shape;
    private final boolean digested;

    /** @param path of the file whose links are judged */
    SafetyRules(SiteLinks site, String path, PageShape shape) {
        this.site = site;
        this.rules = site.rules();
        this.shape = shape;
        this.digested = site.isDigested(path);
    }

    Verdict verdict(Link link, LinkTarget target) {
        if (link.kind() == LinkKind.BASE) {
            return Verdict.BASE;
        }
        if (!(target instanceof LinkTarget.Inside inside)) {
            return Verdict.OUTSIDE;
        }
        if (digested) {
            return Verdict.INTEGRITY;
        }
        if (link.kind() == LinkKind.FORM) {
            return Verdict.FORM;
        }
        Optional<Verdict> never = never(link.use().cautions());
        if (never.isPresent()) {
            return never.get();
        }
        if (!inside.query().isEmpty() && !isVersion(inside.query())) {
            return Verdict.QUERY;
        }
        Optional<SiteFile> file = PageTargets.file(site.graph(), inside);
        if (file.isEmpty()) {
            return Verdict.BROKEN;
        }
        if (file.get().isPage() || link.use().destination() == Destination.DOCUMENT) {
            return document(link, file.get());
        }
        Optional<Verdict> stays = stays(file.get());
        if (stays.isPresent()) {
            return stays.get();
        }
        // Visited by itself it is a page with scripts, and other servers do not send this server's policy.
        if (!rules.policies().isEmpty() && isXml(file.get())) {
            return Verdict.BOUND;
        }
        if (link.use().destination() == Destination.OTHER) {
            return Verdict.OTHER;
        }
        return OneOrigin.mayBeDrawn(link, shape) ? Verdict.CANVAS : withCors(link);
    }

    private static Optional<Verdict> never(Set<Caution> cautions) {
        if (cautions.contains(Caution.SERVICE_WORKER)) {
            return Optional.of(Verdict.SERVICE_WORKER);
        }
        // Its imports would be requested from the server that has the copy, which does not have them.
        if (cautions.contains(Caution.MODULE)) {
            return Optional.of(Verdict.MODULE);
        }
        if (cautions.contains(Caution.NAME)) {
            return Optional.of(Verdict.NAME);
        }
        if (cautions.contains(Caution.CREDENTIALS)) {
            return Optional.of(Verdict.CREDENTIALS);
        }
        if (cautions.contains(Caution.DOWNLOAD)) {
            return Optional.of(Verdict.DOWNLOAD);
        }
        return cautions.contains(Caution.SAME_ORIGIN) ? Optional.of(Verdict.SAME_ORIGIN) : Optional.empty();
    }

    private Verdict document(Link link, SiteFile file) {
        if (site.isEntry(file.path())) {
            return Verdict.ENTRY;
        }
        if (!rules.get(LinkRules.DOCUMENTS)) {
            return Verdict.DOCUMENT;
        }
        if (link.use().destination() != Destination.DOCUMENT) {
            return Verdict.OTHER;
        }
        if (!file.isPage() && isXml(file)) {
            return Verdict.UNREAD;
        }
        boolean bound = file.isPage() && site.isBound(file.path());
        return stays(file).orElse(bound ? Verdict.BOUND : Verdict.CHOSEN);
    }

    private static boolean isXml(SiteFile file) {
        return XML.matcher(file.mediaType()).matches();
    }

    /** The reason why a page or style stays at home, as one that was not read. */
    private static Optional<Verdict> stays(SiteFile file) {
        if (file.links() == null && PageLinks.canHaveLinks(file.mediaType())) {
            return Optional.of(Verdict.UNREAD);
        }
        return file.linkCount() > PreparedPage.MOST_LINKS ? Optional.of(Verdict.MANY) : Optional.empty();
    }

    private Verdict withCors(Link link) {
        Set<Caution> cautions = link.use().cautions();
        if (cautions.contains(Caution.INTEGRITY)) {
            boolean believed = rules.get(LinkRules.CORS)
                    && cautions.contains(Caution.CORS)
                    && link.use().destination() != Destination.STYLE;
            return believed ? Verdict.CHOSEN : Verdict.INTEGRITY;
        }
        if (rules.get(LinkRules.CORS)) {
            return Verdict.CHOSEN;
        }
        if (cautions.contains(Caution.FONT)) {
            return Verdict.FONT;
        }
        return cautions.contains(Caution.CORS) ? Verdict.CORS : Verdict.CHOSEN;
    }

    private static boolean isVersion(String query) {
        return query.indexOf('=') < 0
                ? BARE.matcher(query).matches() && query.length() <= 40
                : VERSION.matcher(query).matches();
    }
}
