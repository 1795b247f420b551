package io.gosling.replication.page;

import io.gosling.replication.graph.Caution;
import io.gosling.replication.graph.Destination;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.PageShape;
import java.util.Set;

/** Detects links that work only if the page and the linked document have the same origin. Pure. */
final class OneOrigin {
    private static final Set<Caution> ALWAYS =
            Set.of(Caution.SAME_ORIGIN, Caution.CREDENTIALS, Caution.DOWNLOAD, Caution.SERVICE_WORKER, Caution.MODULE);

    private static final Set<Caution> WITHOUT_CORS = Set.of(Caution.CORS, Caution.FONT);

    private OneOrigin() {}

    /** True if a page that another server sends could not use this link to its home. */
    static boolean isNeeded(Link link, PageShape shape, LinkRules rules) {
        Set<Caution> cautions = link.use().cautions();
        if (cautions.contains(Caution.NAME)) {
            return cautions.contains(Caution.SERVICE_WORKER);
        }
        // Without crossorigin browsers do not look into another origin's bytes, and no digest is right.
        boolean digested = cautions.contains(Caution.INTEGRITY) && !cautions.contains(Caution.CORS);
        return digested
                || mayBeDrawn(link, shape)
                || cautions.stream().anyMatch(ALWAYS::contains)
                || (!rules.get(LinkRules.CORS) && cautions.stream().anyMatch(WITHOUT_CORS::contains));
    }

    /** True if scripts may draw the linked image: one from another origin without CORS makes a canvas unreadable. */
    static boolean mayBeDrawn(Link link, PageShape shape) {
        Destination destination = link.use().destination();
        return shape.canvas()
                && (destination == Destination.IMAGE || destination == Destination.MEDIA)
                && !link.use().cautions().contains(Caution.CORS);
    }
}
