package io.gosling.tools.workload;

import io.gosling.tools.workload.PaperSite.Link;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/**
 * Generates the requests of a site's clients: each begins at the entry, fetches the assets of a page, follows one of
 * its links, and begins again after twenty; from a page without links it goes back. Clients cache nothing, and the
 * client whose turn it is is drawn at random. Used by one thread.
 */
final class SiteVisits implements ToIntFunction<SplittableRandom> {
    private static final int VISITORS = 64;
    private static final int LINKS_A_VISIT = 20;

    private static final class Visitor {
        private final Queue<Integer> shown = new ArrayDeque<>();
        private int page;
        private int followed;
    }

    private final PaperSite site;
    private final Visitor[] visitors = new Visitor[VISITORS];
    /** Of each document, up to which number each of its links is meant. */
    private final double[][] sums;

    SiteVisits(PaperSite site) {
        this.site = site;
        Arrays.setAll(visitors, number -> new Visitor());
        this.sums = site.documents().stream()
                .map(document -> sums(document.links()))
                .toArray(double[][]::new);
    }

    private static double[] sums(List<Link> links) {
        double[] sums = links.stream().mapToDouble(Link::weight).toArray();
        Arrays.parallelPrefix(sums, Double::sum);
        return sums;
    }

    @Override
    public int applyAsInt(SplittableRandom random) {
        Visitor visitor = visitors[random.nextInt(VISITORS)];
        Integer shown = visitor.shown.poll();
        if (shown != null) {
            return shown;
        }
        int document = visitor.followed++ % LINKS_A_VISIT == 0 ? 0 : followed(visitor.page, random);
        PaperSite.Document found = site.documents().get(document);
        visitor.shown.addAll(found.shows());
        if (found.isPage()) {
            visitor.page = document;
        }
        return document;
    }

    private int followed(int page, SplittableRandom random) {
        double[] of = sums[page];
        List<Link> links = site.documents().get(page).links();
        return links.get(GeneratedTraces.rank(of, random.nextDouble() * of[of.length - 1]))
                .to();
    }
}
