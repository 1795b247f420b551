package io.gosling.node.cli;

import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkGraphFindings;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.site.SiteScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Formats a site's graph as text for people: the output of {@code gosling graph}. */
final class GraphSummaryFormat {
    private GraphSummaryFormat() {}

    /** @param shown number of each kind that are listed */
    static List<String> lines(SiteScanner.Scanned scanned, LinkGraphFindings findings, int shown) {
        LinkGraph graph = scanned.graph();
        List<String> lines = new ArrayList<>();
        long pages = graph.files().stream().filter(SiteFile::isPage).count();
        long bytes = graph.files().stream().mapToLong(SiteFile::bytes).sum();
        lines.add(graph.files().size() + " files (" + bytes + " bytes), " + pages + " pages, " + graph.linkCount()
                + " links; " + scanned.parsed() + " read now (" + scanned.parsedBytes() + " bytes)");
        if (scanned.leftOut()) {
            lines.add("there are more files than a graph holds; the others are not in it");
        }
        list("entry points", findings.entries(), path -> path, shown, lines);
        list("entry points that are not there", findings.missing(), path -> path, shown, lines);
        List<SiteFile> unread = graph.files().stream()
                .filter(file -> file.reading() != SiteFile.Reading.READ && file.reading() != SiteFile.Reading.NO_PAGE)
                .toList();
        list(
                "pages that were not read",
                unread,
                file -> file.path() + ": " + file.reading().text(),
                shown,
                lines);
        list("orphans, which no entry point leads to", findings.orphans(), path -> path, shown, lines);
        list(
                "broken links",
                findings.broken(),
                findings.brokenCount(),
                broken -> broken.from() + " at byte " + broken.link().offset() + ": "
                        + broken.link().url() + " (" + broken.to() + ")",
                shown,
                lines);
        return lines;
    }

    private static <T> void list(String what, List<T> all, Function<T, String> text, int shown, List<String> lines) {
        list(what, all, all.size(), text, shown, lines);
    }

    private static <T> void list(
            String what, List<T> all, long count, Function<T, String> text, int shown, List<String> lines) {
        if (count == 0) {
            return;
        }
        lines.add(what + ": " + count);
        lines.addAll(named(all.stream().limit(shown).map(text).toList(), count, shown));
    }

    /** Lines that name some of so many, and say how many more there are. */
    static List<String> named(List<String> some, long count, int shown) {
        List<String> lines =
                new ArrayList<>(some.stream().map(line -> "  " + line).toList());
        if (count > some.size()) {
            String more = some.size() == shown ? "; --all names them" : "";
            lines.add("  ... and " + (count - some.size()) + " more" + more);
        }
        return lines;
    }
}
