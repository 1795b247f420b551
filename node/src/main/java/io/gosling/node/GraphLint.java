package io.gosling.node;

import io.gosling.replication.graph.GraphFindings;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteGraph;
import io.gosling.replication.page.LinkRules;
import io.gosling.replication.page.PreparedPage;
import io.gosling.replication.page.PreparedPage.PreparedLink;
import io.gosling.replication.page.SiteLinks;
import io.gosling.replication.page.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which links of a site could lead to copies, and which would be left alone and why: {@code gosling graph --lint}. */
final class GraphLint {
    private static final int REMEMBERED = 1000;

    private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
    private final Map<Verdict, List<String>> examples = new EnumMap<>(Verdict.class);
    private final List<String> unread = new ArrayList<>();
    private long unreadCount;

    private GraphLint() {}

    /** @param origin of the server with the copies, for the pages' policies */
    static GraphLint of(SiteGraph graph, GraphFindings findings, LinkRules rules, String origin) {
        GraphLint lint = new GraphLint();
        SiteLinks site = SiteLinks.of(graph, Set.copyOf(findings.entries()), rules);
        for (SiteFile file : graph.files()) {
            PageLinks links = file.links();
            if (links != null) {
                PreparedPage page = PreparedPage.of(file, links, site);
                for (PreparedLink link : page.links()) {
                    boolean refused =
                            link.mayBeChosen() && !page.allows(link.link().use().destination(), origin);
                    lint.add(refused ? Verdict.POLICY : link.verdict(), file, link);
                }
            } else if (file.reading() != SiteFile.Reading.NO_PAGE) {
                lint.unreadCount++;
                if (lint.unread.size() < REMEMBERED) {
                    lint.unread.add(file.path() + ": " + file.reading().text());
                }
            }
        }
        return lint;
    }

    private void add(Verdict verdict, SiteFile file, PreparedLink link) {
        counts.merge(verdict, 1L, Long::sum);
        List<String> some = examples.computeIfAbsent(verdict, none -> new ArrayList<>());
        if (some.size() < REMEMBERED) {
            some.add(file.path() + " at byte " + link.link().offset() + ": "
                    + link.link().url());
        }
    }

    /** @param shown how many links are named for each reason */
    List<String> lines(int shown) {
        List<String> lines = new ArrayList<>();
        lines.add(counts.getOrDefault(Verdict.CHOSEN, 0L) + " links may be chosen");
        long outside = counts.getOrDefault(Verdict.OUTSIDE, 0L);
        if (outside > 0) {
            lines.add(outside + " lead out of the site, or to their own page");
        }
        counts.forEach((verdict, count) -> {
            if (verdict != Verdict.CHOSEN && verdict != Verdict.OUTSIDE) {
                lines.add(count + " left alone: " + verdict.text());
                lines.addAll(some(examples.getOrDefault(verdict, List.of()), count, shown));
            }
        });
        if (unreadCount > 0) {
            lines.add(unreadCount + " pages are served as they are");
            lines.addAll(some(unread, unreadCount, shown));
        }
        return lines;
    }

    private static List<String> some(List<String> known, long count, int shown) {
        List<String> lines = new ArrayList<>(
                known.stream().limit(shown).map(line -> "  " + line).toList());
        if (count > shown) {
            lines.add("  ... and " + (count - shown) + " more");
        }
        return lines;
    }
}
