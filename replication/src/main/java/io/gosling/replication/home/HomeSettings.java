package io.gosling.replication.home;

import io.gosling.replication.page.LinkRules;
import io.gosling.replication.plan.PlanSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a server gives its own documents away.
 *
 * @param exportPath what these paths begin with (ExportPath); other documents stay at home
 * @param entries paths of files that stay at home, where visitors begin
 * @param rules which links may be chosen
 * @param plan how it decides
 * @param byBytes whether the load figure is bytes a second, and not requests a second
 * @param round between two decisions, and two samples of the load
 * @param scan between two looks at the files
 * @param graph the file in which what was found in pages is kept over a restart; null for nowhere
 * @param pageMemory bytes that pages may take that are in nobody's memory, while they are put together and sent; of those
 *     that find no room no link is chosen
 * @param anew whether the servers that have its pages choose their links for each response; otherwise they stay as they were
 *     when the page was brought
 * @param pageAge how long browsers may keep a page whose links were chosen
 * @param drawn which pages are kept with the links that were chosen
 * @param hints what is done before it is asked for
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
