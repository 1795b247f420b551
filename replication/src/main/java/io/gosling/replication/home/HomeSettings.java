package io.gosling.replication.home;

import io.gosling.replication.page.LinkRules;
import io.gosling.replication.plan.PlanSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the replication of a server's own documents.
 *
 * @param exportPath prefix of the paths of documents that may be replicated (ExportPath); other documents stay at home
 * @param entries paths of entry points, which stay at home
 * @param rules the rules for links that may be chosen
 * @param plan settings of its decisions
 * @param byBytes true if the load figure is bytes a second, and not requests a second
 * @param round time between two decisions, and two samples of the load
 * @param scan time between two scans of the files
 * @param graph the file that keeps the link graph over a restart; null for none
 * @param pageMemory bytes of pages that are not in the memory cache, while assembled and sent; without room no link is
 *     chosen
 * @param anew true if the servers that hold its pages choose their links for each response; otherwise links stay as
 *     they were when the page was fetched
 * @param pageAge lifetime in browsers of a page whose links were chosen
 * @param drawn the pages that are kept as rendered, with chosen links
 * @param hints preload hints and prefetching
 */
public record HomeSettings(
        String exportPath,
        Set<String> entries,
        LinkRules rules,
        PlanSettings plan,
        boolean byBytes,
        Duration round,
        Duration scan,
        @Nullable Path graph,
        long pageMemory,
        boolean anew,
        Duration pageAge,
        RenderedVariantSettings drawn,
        HintSettings hints) {
    public HomeSettings {
        entries = Set.copyOf(entries);
    }
}
