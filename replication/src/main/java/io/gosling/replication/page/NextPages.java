package io.gosling.replication.page;

import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteGraph;
import io.gosling.replication.page.PreparedPage.PreparedLink;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Lists the pages of the same site that a page leads to. Pure. */
public final class NextPages {
    private static final String INDEX = "index.html";

    private NextPages() {}

    /**
     * The pages that a page leads to, each once, in the order of their links, by the paths in the links.
     *
     * @param most of them
     */
    public static List<String> of(PreparedPage page, SiteGraph graph, int most) {
        Set<String> next = new LinkedHashSet<>();
        for (PreparedLink link : page.links()) {
            if (next.size() == most) {
                break;
            }
            if (link.link().kind() == LinkKind.PAGE
                    && link.target() instanceof LinkTarget.Inside inside
                    && inside.query().isEmpty()) {
                PageTargets.key(inside)
                        .filter(path -> isOtherPage(path, page, graph))
                        .ifPresent(next::add);
            }
        }
        return List.copyOf(next);
    }

    private static boolean isOtherPage(String path, PreparedPage page, SiteGraph graph) {
        return graph.file(path.endsWith("/") ? path + INDEX : path)
                .filter(SiteFile::isPage)
                .filter(file -> !file.path().equals(page.path()))
                .isPresent();
    }
}
