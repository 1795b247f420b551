package io.gosling.node.cli;

import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkGraphFindings;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.page.LinkVerdict;
import io.gosling.replication.page.PageLinkAnalysis;
import io.gosling.replication.page.PageLinkAnalysis.PreparedLink;
import io.gosling.replication.page.SiteLinkConstraints;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sorts the links of a site into those that could lead to copies and those that would be left unchanged, with the
 * reason: {@code gosling graph --lint}.
 */
final class LinkRewriteReport {
    private final Map<LinkVerdict, Long> counts = new EnumMap<>(LinkVerdict.class);
    private final Map<LinkVerdict, List<String>> examples = new EnumMap<>(LinkVerdict.class);
    private final List<String> unread = new ArrayList<>();
    private final int shown;
    private long unreadCount;

    private LinkRewriteReport(int shown) {
        this.shown = shown;
    }

    /**
     * Classifies all links.
     *
     * @param origin of the server with the copies, for the pages' policies
     * @param shown number of links named for each reason
     */
    static LinkRewriteReport of(
            LinkGraph graph, LinkGraphFindings findings, LinkRuleSettings rules, String origin, int shown) {
        LinkRewriteReport lint = new LinkRewriteReport(shown);
        SiteLinkConstraints site = SiteLinkConstraints.of(graph, Set.copyOf(findings.entries()), rules);
        for (SiteFile file : graph.files()) {
            PageLinks links = file.links();
            if (links != null) {
                PageLinkAnalysis page = PageLinkAnalysis.of(file, links, site);
                for (PreparedLink link : page.links()) {
                    boolean refused =
                            link.mayBeChosen() && !page.allows(link.link().use().destination(), origin);
                    lint.add(refused ? LinkVerdict.POLICY : link.verdict(), file, link);
                }
            } else if (file.reading() != SiteFile.Reading.NO_PAGE) {
                lint.unreadCount++;
                if (lint.unread.size() < shown) {
                    lint.unread.add(file.path() + ": " + file.reading().text());
                }
            }
        }
        return lint;
    }

    private void add(LinkVerdict verdict, SiteFile file, PreparedLink link) {
        counts.merge(verdict, 1L, Long::sum);
        List<String> some = examples.computeIfAbsent(verdict, none -> new ArrayList<>());
        if (some.size() < shown) {
            some.add(file.path() + " at byte " + link.link().offset() + ": "
                    + link.link().url());
        }
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(counts.getOrDefault(LinkVerdict.CHOSEN, 0L) + " links may be chosen");
        long outside = counts.getOrDefault(LinkVerdict.OUTSIDE, 0L);
        if (outside > 0) {
            lines.add(outside + " lead out of the site, or to their own page");
        }
        counts.forEach((verdict, count) -> {
            if (verdict != LinkVerdict.CHOSEN && verdict != LinkVerdict.OUTSIDE) {
                lines.add(count + " unchanged: " + verdict.text());
                lines.addAll(GraphSummaryFormat.named(examples.getOrDefault(verdict, List.of()), count, shown));
            }
        });
        if (unreadCount > 0) {
            lines.add(unreadCount + " pages are served as they are");
            lines.addAll(GraphSummaryFormat.named(unread, unreadCount, shown));
        }
        return lines;
    }
}
