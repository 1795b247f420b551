package io.gosling.tools.workload;

import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Named synthetic traces, for every verb that takes one. The same name, number and seed make the same trace.
 *
 * @param alpha of {@code zipf}, 0 to 5
 * @param objects of {@code zipf}, 1 to 10 000 000
 */
record SyntheticTracePresets(double alpha, int objects) {
    static final String ZIPF = "zipf";
    static final double ALPHA = 0.9;
    static final int OBJECTS = 100_000;

    private static final double HERD_ALPHA = 0.7;
    private static final int HERD_OBJECTS = 100_000;

    static List<String> names() {
        List<String> names = new ArrayList<>(List.of("rice", "ibm", "hoc", ZIPF));
        names.addAll(DcApacheSiteGenerator.ALL.keySet());
        return names;
    }

    /** @throws IllegalArgumentException when there is no such preset, or the number is out of bounds */
    Trace named(String name, int requests, long seed) {
        if (requests < 1 || requests > 100_000_000) {
            throw new IllegalArgumentException("--requests is " + requests + "; it must be 1 to 100000000");
        }
        return switch (name) {
            case "rice" -> PublishedTraceProfile.RICE.requests(requests, seed);
            case "ibm" -> PublishedTraceProfile.IBM.requests(requests, seed);
            case "hoc" -> herd(requests, seed);
            case ZIPF -> SyntheticTraceFactory.zipf(alpha, objects, requests, seed);
            default -> visits(name, requests, seed);
        };
    }

    private Trace herd(int requests, long seed) {
        String sizes = "9 of 10 of 2 to 100 KB, the others up to 1 MB";
        String origin = SyntheticTraceFactory.origin(HERD_ALPHA, HERD_OBJECTS, sizes, seed);
        return SyntheticTraceFactory.zipf(HERD_ALPHA, HERD_OBJECTS, new SplittableRandom(seed))
                .trace("hoc-like", origin, requests, ObjectSizeDistribution.ofHerd(), true);
    }

    private Trace visits(String name, int requests, long seed) {
        Supplier<DcApacheSite> known = DcApacheSiteGenerator.ALL.get(name);
        if (known == null) {
            throw new IllegalArgumentException(
                    "--preset is '" + name + "'; expected one of " + String.join(", ", names()));
        }
        DcApacheSite site = known.get();
        long[] sizes = site.documents().stream()
                .mapToLong(DcApacheSite.Document::bytes)
                .toArray();
        String origin = "generated: visits to a site with " + sizes.length + " documents and " + site.links()
                + " links, seed " + seed;
        return new TraceGenerator(
                        TraceGenerator.inOrder(sizes.length),
                        new SiteVisitGenerator(site).together(),
                        new SplittableRandom(seed))
                .trace(name + "-like", origin, requests, ObjectSizeDistribution.listed(sizes), true);
    }
}
