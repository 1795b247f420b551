package io.gosling.replication.page;

import io.gosling.replication.graph.Destination;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkCaution;
import io.gosling.replication.graph.PageShape;
import java.util.Set;

/** Detects links that work only if the page and the linked document have the same origin. Pure. */
final class SameOriginLinks {
    private static final Set<LinkCaution> ALWAYS = Set.of(
            LinkCaution.SAME_ORIGIN,
            LinkCaution.CREDENTIALS,
            LinkCaution.DOWNLOAD,
            LinkCaution.SERVICE_WORKER,
            LinkCaution.MODULE);

    private static final Set<LinkCaution> WITHOUT_CORS = Set.of(LinkCaution.CORS, LinkCaution.FONT);

    private SameOriginLinks() {}

    /** True if a page that another server sends could not use this link to its home. */
    static boolean isNeeded(Link link, PageShape shape, LinkRules rules) {
        Set<LinkCaution> cautions = link.use().cautions();
        if (cautions.contains(LinkCaution.NAME)) {
            return cautions.contains(LinkCaution.SERVICE_WORKER);
        }
        // Without crossorigin browsers do not look into another origin's bytes, and no digest is right.
        boolean digested = cautions.contains(LinkCaution.INTEGRITY) && !cautions.contains(LinkCaution.CORS);
        return digested
                || mayBeRendered(link, shape)
                || cautions.stream().anyMatch(ALWAYS::contains)
                || (!rules.get(LinkRules.CORS) && cautions.stream().anyMatch(WITHOUT_CORS::contains));
    }

    /** True if scripts may draw the linked image: one from another origin without CORS makes a canvas unreadable. */
    static boolean mayBeRendered(Link link, PageShape shape) {
        Destination destination = link.use().destination();
        return shape.canvas()
                && (destination == Destination.IMAGE || destination == Destination.MEDIA)
                && !link.use().cautions().contains(LinkCaution.CORS);
    }
}
