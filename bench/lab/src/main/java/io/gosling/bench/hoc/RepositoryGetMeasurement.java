package io.gosling.bench.hoc;

import io.gosling.bench.cluster.ConcurrentClientRunner;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.embedded.GoslingCluster;
import io.gosling.gos.repository.AcknowledgementLevel;
import io.gosling.gos.repository.ChangeCondition;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.PutResult;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.repository.RepositoryStatistics.Event;
import io.gosling.gos.repository.StoredContent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Measures gets: puts a set's objects, each at its home node, and has every server request all of them. */
record RepositoryGetMeasurement(GetWorkload set, int servers) {
    /** The maximum overhead of an object beside its bytes. */
    private static final int BESIDE = 512;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long ROOM = 1L << 30;

    /** A fifth as many gets before the clock runs. */
    private static final int WARM_UP = 5;

    HocResult run() throws InterruptedException {
        try (GoslingCluster cluster = GoslingCluster.of(servers, settings())) {
            put(cluster);
            // Compilation by the JVM and the distribution of copies are not part of the measurement.
            ConcurrentClientRunner.run(set.atOnce(), number -> get(cluster, number, set.gets() / WARM_UP));
            long copied = copied(cluster);
            long began = System.nanoTime();
            List<Long> right = ConcurrentClientRunner.run(set.atOnce(), number -> get(cluster, number, set.gets()));
            double seconds = (System.nanoTime() - began) / 1e9;
            long requests = right.stream().mapToLong(Long::longValue).sum();
            return new HocResult(
                    "get-" + set.name(),
                    servers,
                    "",
                    requests,
                    requests * set.bytes(),
                    copied(cluster) - copied,
                    0,
                    set.gets() - requests,
                    seconds);
        }
    }

    private RepositorySettings settings() {
        return RepositorySettings.defaults()
                // For a second what is put is counted twice.
                .with(RepositorySettings.OBJECTS, 3 * set.objects())
                .with(RepositorySettings.BYTES, 3 * (set.footprint() + (long) BESIDE * set.objects()) + (1 << 20))
                .with(RepositorySettings.BACKUPS, 0)
                .with(RepositorySettings.LARGEST, 4 << 20)
                .with(RepositorySettings.CACHE_BYTES, (long) set.copies() * (set.bytes() + BESIDE))
                .with(RepositorySettings.LARGEST_CACHED, 1 << 20)
                .with(RepositorySettings.REPLACEMENT, "lru")
                .with(RepositorySettings.DEADLINE, TIMEOUT)
                .with(RepositorySettings.IN_FLIGHT_BYTES, ROOM);
    }

    private void put(GoslingCluster cluster) {
        for (int object = 0; object < set.objects(); object++) {
            ObjectRepository space = cluster.node(object % servers).objects();
            PutResult result =
                    space.put(key(object), content(object), ChangeCondition.any(), AcknowledgementLevel.HOLDERS);
            if (!(result instanceof PutResult.Stored)) {
                throw new CommandFailureException(
                        ExitCode.FAILURE, "object " + object + " of set " + set.name() + ": " + result);
            }
        }
    }

    private static ObjectKey key(int object) {
        return ObjectKey.of("object-" + object);
    }

    private StoredContent content(int object) {
        byte[] bytes = new byte[set.bytes()];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(object);
        return StoredContent.of(bytes);
    }

    private long get(GoslingCluster cluster, int client, int gets) {
        ObjectRepository space = cluster.node(client % servers).objects();
        SplittableRandom random = new SplittableRandom(client);
        long right = 0;
        for (int i = client; i < gets; i += set.atOnce()) {
            int object = random.nextInt(set.objects());
            if (space.get(key(object)) instanceof GetResult.Found found
                    && found.content().bytes().length == set.bytes()
                    && found.content().bytes()[0] == (byte) object
                    && found.content().bytes()[1] == (byte) (object >>> 8)) {
                right++;
            }
        }
        return right;
    }

    private static long copied(GoslingCluster cluster) {
        return cluster.nodes().stream()
                .map(ObjectSpaceNode::objects)
                .mapToLong(space ->
                        space.statistics().of(Event.COPY) + space.statistics().of(Event.CONFIRMED))
                .sum();
    }
}
