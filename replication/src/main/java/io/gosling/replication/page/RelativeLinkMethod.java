package io.gosling.replication.page;

import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageShape;
import io.gosling.replication.page.PreparedPage.PreparedLink;
import java.util.Optional;

/**
 * The way in which the relative links of a page keep leading to its home when another server sends it (DC-Apache,
 * section 3.1.3).
 */
public enum RelativeLinkMethod {
    /** A {@code <base>} is inserted. */
    BASE_INSERTED,
    /** The page's own {@code <base>} is made absolute. */
    BASE_ABSOLUTE,
    /** Each is made absolute, since a {@code <base>} would break the page. */
    LINKS_ABSOLUTE;

    /** Browsers look for a charset in so many bytes (HTML standard, section 4.2.5.4). */
    private static final int CHARSET_WITHIN = 1024;

    /** Chooses the footing of a page that a co-op sends; scripts and links within the page exclude a {@code <base>}. */
    static RelativeLinkMethod away(PreparedPage page, int inserted) {
        Optional<PreparedLink> base = page.links().stream()
                .filter(link -> link.link().kind() == LinkKind.BASE)
                .findFirst();
        if (base.isPresent() && !(base.get().target() instanceof LinkTarget.SamePage)) {
            return BASE_ABSOLUTE;
        }
        PageShape shape = page.page().shape();
        boolean fragments = page.links().stream().map(PreparedLink::link).anyMatch(RelativeLinkMethod::isFragment);
        boolean charsetMoves = shape.charsetEnd() > 0 && shape.charsetEnd() + inserted > CHARSET_WITHIN;
        boolean breaks = shape.baseAt() < 0
                || shape.scripts()
                || shape.meansItsServer()
                || fragments
                || charsetMoves
                || base.isPresent();
        return breaks ? LINKS_ABSOLUTE : BASE_INSERTED;
    }

    private static boolean isFragment(Link link) {
        return link.url().startsWith("#");
    }
}
