package io.gosling.bench.hoc;

import io.gosling.bench.cluster.ConcurrentClientRunner;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.embedded.GoslingCluster;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.repository.RepositorySettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Measures modelled web servers with real caches: a request looks into the cache; on a miss it waits for its server's
 * one disk, reads for a fixed time, and puts the file into the cache. Other costs of a server are not included.
 *
 * @param servers each with a disk of its own, and clients that ask no other
 * @param clients of each server; each asks again when it was answered
 */
record SimulatedServerCacheMeasurement(WebServerWorkload set, Duration read, int servers, int clients) {
    private static final int PROCESSES = 8;
    private static final long IN_TIME_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** Of the paper's herd, in its data set. */
    private static final int COPIES_MEGABYTES = 40;

    /** Without the repository, or with one node of it that all servers share. */
    HocResult run(SimulatedServerCacheConfiguration how) throws InterruptedException {
        return switch (how.kind()) {
            case NONE -> ask("web", how, List.of(WebServerFileCache.NONE));
            case PROCESS -> ask("web", how, own(how, PROCESSES * servers));
            case SERVER -> ask("web", how, own(how, servers));
            case REPOSITORY, REPOSITORY_APART -> {
                try (GoslingCluster cluster = GoslingCluster.of(1, settings(how.megabytes(), 0))) {
                    boolean apart = how.kind() == SimulatedServerCacheConfiguration.Kind.REPOSITORY_APART;
                    ObjectSpaceNode node = apart ? cluster.join(NodeRole.WEB) : cluster.node(0);
                    yield ask("web", how, List.of(WebServerFileCache.in(node.objects(), set.files())));
                }
            }
        };
    }

    HocResult herd(SimulatedServerCacheConfiguration how) throws InterruptedException {
        try (GoslingCluster cluster = GoslingCluster.of(servers, settings(how.megabytes(), COPIES_MEGABYTES))) {
            return ask(
                    "herd",
                    how,
                    cluster.nodes().stream()
                            .map(node -> WebServerFileCache.in(node.objects(), set.files()))
                            .toList());
        }
    }

    private List<WebServerFileCache> own(SimulatedServerCacheConfiguration how, int count) {
        // The cache of the paper's web server uses Greedy-Dual-Size.
        return Stream.generate(() -> WebServerFileCache.own(set.files(), "gds", set.bytes(how.megabytes())))
                .limit(count)
                .toList();
    }

    private RepositorySettings settings(int megabytes, int copies) {
        return RepositorySettings.defaults()
                .with(RepositorySettings.OBJECTS, 1_000_000)
                .with(RepositorySettings.BYTES, Math.max(1 << 20, set.bytes(megabytes)))
                .with(RepositorySettings.FULL, RepositorySettings.WhenFull.DROP)
                .with(RepositorySettings.BACKUPS, 0)
                .with(RepositorySettings.LARGEST, WebServerWorkload.LARGEST_KEPT)
                .with(RepositorySettings.CACHE_BYTES, set.bytes(copies))
                .with(RepositorySettings.LARGEST_CACHED, WebServerWorkload.LARGEST_KEPT)
                .with(RepositorySettings.REPLACEMENT, "lru")
                .with(RepositorySettings.DEADLINE, TIMEOUT);
    }

    /** The counts of the clients: requests answered in time, the bytes of these, hits, and late answers. */
    private record Counts(long inTime, long bytes, long hits, long late) {
        Counts plus(Counts more) {
            return new Counts(inTime + more.inTime, bytes + more.bytes, hits + more.hits, late + more.late);
        }
    }

    /** Caches and disks are dealt to clients in turn, so that a cache belongs to one server unless it is alone. */
    private HocResult ask(String name, SimulatedServerCacheConfiguration how, List<WebServerFileCache> caches)
            throws InterruptedException {
        List<Semaphore> disks =
                Stream.generate(() -> new Semaphore(1, true)).limit(servers).toList();
        AtomicInteger next = new AtomicInteger();
        long began = System.nanoTime();
        Counts counts = ConcurrentClientRunner.run(
                        servers * clients,
                        number -> client(caches.get(number % caches.size()), disks.get(number % servers), next))
                .stream()
                .reduce(new Counts(0, 0, 0, 0), Counts::plus);
        double seconds = (System.nanoTime() - began) / 1e9;
        String number = Integer.toString(how.number());
        return new HocResult(name, servers, number, counts.inTime, counts.bytes, counts.hits, counts.late, 0, seconds);
    }

    private Counts client(WebServerFileCache cache, Semaphore disk, AtomicInteger next) throws InterruptedException {
        int[] requests = set.files().trace().requests();
        Counts counts = new Counts(0, 0, 0, 0);
        for (int i = next.getAndIncrement(); i < requests.length; i = next.getAndIncrement()) {
            int file = requests[i];
            long began = System.nanoTime();
            boolean hit = set.isKept(file) && cache.get().test(file);
            if (!hit) {
                disk.acquire();
                try {
                    TimeUnit.NANOSECONDS.sleep(read.toNanos());
                } finally {
                    disk.release();
                }
                if (set.isKept(file)) {
                    cache.put().accept(file);
                }
            }
            boolean inTime = System.nanoTime() - began <= IN_TIME_NANOS;
            long bytes = set.files().trace().sizes()[file];
            counts = counts.plus(new Counts(inTime ? 1 : 0, inTime ? bytes : 0, hit ? 1 : 0, inTime ? 0 : 1));
        }
        return counts;
    }
}
