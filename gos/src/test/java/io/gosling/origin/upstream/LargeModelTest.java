package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.testing.FakeExchange;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Readers at three nodes, while the file changes, is purged, loses slices, and nodes lose their lease: no answer has
 * bytes of two versions, none that begins after a purge is older than that, and only a change breaks one off. More of
 * it: {@code -Dlarge.seeds=1000}, from {@code -Dlarge.seed=7}; the same seed gives the same steps, and not the same
 * interleaving.
 */
class LargeModelTest {
    private static final int NODES = 3;
    private static final int READERS = 8;
    private static final int READS = 40;

    private final FileOrigin file = new FileOrigin(6000);
    private final AtomicInteger version = new AtomicInteger(1);
    /** The last version purged everywhere; nothing older may be served. */
    private final AtomicInteger floor = new AtomicInteger(1);

    private final AtomicInteger whole = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();

    static LongStream seeds() {
        long first = Long.getLong("large.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("large.seeds", 6));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void versionsNeverMeet(long seed) throws Exception {
        CacheSettings cache = CacheSettings.of(20_000)
                .with(CacheSettings.MAX_OBJECT, 4000L)
                .with(CacheSettings.HEADROOM, 1L << 20)
                .with(CacheSettings.REPLACEMENT, "lru")
                .with(CacheSettings.SLICE, 1000L);
        try (ClusterStage stage = new ClusterStage(NODES, cache);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            stage.origin.script = file;
            List<Callable<Void>> work = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                long own = seed * 100 + reader;
                work.add(() -> reads(stage, new Random(own)));
            }
            work.add(() -> writes(stage, new Random(seed)));
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
            assertTrue(whole.get() > READERS * READS / 2, whole + " whole answers, " + broken + " broken ones");
        }
    }

    private Void writes(ClusterStage stage, Random random) {
        for (int i = 0; i < 60; i++) {
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    int next = version.incrementAndGet();
                    file.change("v" + next, random.nextInt(3) > 0 ? 6000 : 4500 + random.nextInt(3000));
                    if (random.nextBoolean()) {
                        purge(stage, next);
                    }
                }
                case 2 -> {
                    var node = stage.node(1 + random.nextInt(NODES));
                    List<HeldObjectSummary> held = node.memory.hottest(100);
                    if (!held.isEmpty()) {
                        node.memory
                                .replies()
                                .drop(List.of(
                                        held.get(random.nextInt(held.size())).key()));
                    }
                }
                case 3 -> {
                    boolean may = random.nextBoolean();
                    stage.node(1 + random.nextInt(NODES)).memory.hot().serveBy(now -> may);
                }
                case 4 -> stage.ticker.advance(Duration.ofSeconds(30));
                default -> Thread.yield();
            }
        }
        return null;
    }

    private void purge(ClusterStage stage, int next) {
        stage.members.forEach(member -> member.late = true);
        stage.members.forEach(
                member -> member.memory.purges().add(List.of(new PurgeTarget.Key("http://origin.test/big"))));
        stage.members.forEach(member -> member.late = false);
        floor.accumulateAndGet(next, Math::max);
    }

    private Void reads(ClusterStage stage, Random random) throws Exception {
        for (int i = 0; i < READS; i++) {
            int first = random.nextInt(4000);
            int last = first + random.nextInt(2500);
            boolean part = random.nextInt(3) > 0;
            FakeExchange request =
                    part ? FakeExchange.get("/big", "Range", "bytes=" + first + "-" + last) : FakeExchange.get("/big");
            int least = floor.get();
            int before = version.get();
            Response response = stage.node(1 + random.nextInt(NODES)).handler.handle(request);
            int named = named(response);
            assertTrue(named >= least, () -> "version " + named + " after a purge that was about " + least);
            try (Body body = Objects.requireNonNull(response.body())) {
                check(response, named, read(body));
                whole.incrementAndGet();
            } catch (IOException | StatusException e) {
                broken.incrementAndGet();
                assertTrue(version.get() > before || named < before, () -> "broken off without a change: " + e);
            }
        }
        return null;
    }

    private static int named(Response response) {
        assertTrue(response.status() == 200 || response.status() == 206, () -> "status " + response.status());
        String tag = Objects.requireNonNull(response.headers().first("ETag"));
        return Integer.parseInt(tag.substring(2, tag.length() - 1));
    }

    private static byte[] read(Body body) throws IOException {
        if (body instanceof Body.InMemory memory) {
            byte[] bytes = new byte[memory.bytes().readableBytes()];
            memory.bytes().duplicate().readBytes(bytes);
            return bytes;
        }
        try (InputStream in = ((Body.Streamed) body).in()) {
            return in.readAllBytes();
        }
    }

    private void check(Response response, int named, byte[] bytes) {
        int from = 0;
        String range = response.headers().first("Content-Range");
        if (response.status() == 206) {
            String span = Objects.requireNonNull(range).substring("bytes ".length());
            from = Integer.parseInt(span.substring(0, span.indexOf('-')));
        }
        byte[] expected = FileOrigin.contents("v" + named, from + bytes.length);
        assertTrue(
                Arrays.equals(bytes, Arrays.copyOfRange(expected, from, from + bytes.length)),
                () -> "bytes of another version than " + named + ", " + range);
    }
}
