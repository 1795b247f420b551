package io.gosling.bench.dcapache;

import io.gosling.bench.dcapache.SimulatedReplicaSet.Outcome;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.replication.plan.PlanSettings.CopyPlacement;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.tools.workload.DcApacheSite;
import io.gosling.tools.workload.DcApacheSite.Document;
import io.gosling.tools.workload.DcApacheSite.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Runs cases of {@link SimulatedReplicaSet}, whose results are the same on every machine.
 *
 * @param rounds of the site before it is measured, and again while it is: on sites of large documents placement takes
 *     that long
 * @param seeds whose mean each figure is
 */
record SimulatedReplicaSetMeasurement(int rounds, int seeds) {
    static final String SCALE = "scale";
    static final String QUOTA = "quota";
    static final String HOT_SPOT = "hot-spot";

    DcApacheResult scale(DcApacheSite site, int servers, int clients) {
        return run(SCALE, site, StorageMethod.RESOURCE_AWARE, CopyPlacement.REPLICATION, servers, clients, 2);
    }

    /** Four servers, of which three have room for this part of the site. */
    DcApacheResult quota(DcApacheSite site, StorageMethod method, double share) {
        return run(QUOTA, site, method, CopyPlacement.REPLICATION, 4, 64, share);
    }

    DcApacheResult hotSpot(CopyPlacement spread) {
        return run(HOT_SPOT, hotSpotSite(), StorageMethod.RESOURCE_AWARE, spread, 4, 64, 2);
    }

    static DcApacheSite hotSpotSite() {
        List<Document> documents = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        IntStream.range(0, 41).forEach(i -> links.add(new Link(i + 1, i == 0 ? 60 : 1)));
        documents.add(new Document("/index.html", 8 << 10, List.of(), links));
        documents.add(Document.leaf("/hot.png", 20_000));
        IntStream.range(0, 40).forEach(i -> documents.add(Document.leaf("/page" + i + ".html", 4_000)));
        return new DcApacheSite(HOT_SPOT, documents, 1, 10);
    }

    static PlanSettings settings(DcApacheSite site, StorageMethod method, CopyPlacement spread) {
        return PlanSettings.defaults()
                .with(PlanSettings.METHOD, method)
                .with(PlanSettings.SPREAD, spread)
                .with(PlanSettings.IDLE, site.idle());
    }

    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static double mean(List<Outcome> outcomes, ToDoubleFunction<Outcome> figure) {
        return outcomes.stream().mapToDouble(figure).average().orElse(0);
    }

    private DcApacheResult run(
            String part,
            DcApacheSite site,
            StorageMethod method,
            CopyPlacement spread,
            int servers,
            int clients,
            double share) {
        double seconds = rounds * site.roundSeconds();
        List<Outcome> outcomes = IntStream.rangeClosed(1, seeds)
                .mapToObj(seed -> new SimulatedReplicaSet(
                                site,
                                settings(site, method, spread),
                                servers - 1,
                                (long) (share * site.bytes()),
                                clients,
                                seed)
                        .run(seconds, 2 * seconds))
                .toList();
        return new DcApacheResult(
                part,
                site.name(),
                servers,
                clients,
                name(method),
                name(spread),
                share,
                mean(outcomes, Outcome::perSecond),
                mean(outcomes, Outcome::bytesPerSecond),
                1000 * mean(outcomes, Outcome::waitedSeconds),
                mean(outcomes, Outcome::largestShare),
                outcomes.stream().mapToLong(Outcome::transfers).sum() / seeds,
                outcomes.stream().mapToLong(Outcome::evictions).sum() / seeds,
                0);
    }
}
