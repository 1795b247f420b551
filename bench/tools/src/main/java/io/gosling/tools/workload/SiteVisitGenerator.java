package io.gosling.tools.workload;

import io.gosling.tools.workload.DcApacheSite.Link;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;

/**
 * Generates the requests of a site's clients, as numbers of documents. Each begins at the entry, fetches the assets of
 * a page, follows one of its links, and begins again after twenty; from a page without links it goes back. Clients
 * cache nothing. Immutable; a {@link Visitor} is used by one thread.
 */
public final class SiteVisitGenerator {
    private static final int VISITORS = 64;
    private static final int LINKS_A_VISIT = 20;

    private final DcApacheSite site;
    /** Of each document, up to which number each of its links is meant. */
    private final double[][] sums;

    public SiteVisitGenerator(DcApacheSite site) {
        this.site = site;
        this.sums = site.documents().stream()
                .map(document -> sums(document.links()))
                .toArray(double[][]::new);
    }

    private static double[] sums(List<Link> links) {
        double[] sums = links.stream().mapToDouble(Link::weight).toArray();
        Arrays.parallelPrefix(sums, Double::sum);
        return sums;
    }

    /** The requests of many clients; the one whose turn it is is drawn at random. */
    ToIntFunction<SplittableRandom> together() {
        Visitor[] visitors = new Visitor[VISITORS];
        Arrays.setAll(visitors, number -> new Visitor());
        return random -> visitors[random.nextInt(VISITORS)].next(random);
    }

    /** One client. */
    public final class Visitor {
        private final Queue<Integer> shown = new ArrayDeque<>();
        private int page;
        private int followed;

        public int next(RandomGenerator random) {
            Integer asset = shown.poll();
            if (asset != null) {
                return asset;
            }
            int document = followed++ % LINKS_A_VISIT == 0 ? 0 : followed(random);
            DcApacheSite.Document found = site.documents().get(document);
            shown.addAll(found.shows());
            if (found.isPage()) {
                page = document;
            }
            return document;
        }

        private int followed(RandomGenerator random) {
            double[] of = sums[page];
            List<Link> links = site.documents().get(page).links();
            return links.get(SyntheticTraceFactory.rank(of, random.nextDouble() * of[of.length - 1]))
                    .to();
        }
    }
}
