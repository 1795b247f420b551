package io.gosling.origin.upstream;

import io.gosling.gos.CacheSettings;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.space.AloneReplies;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.origin.cache.CachedResponseLookup;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A handler over a scripted origin, with time that the test moves. */
public final class OriginStage implements AutoCloseable {
    public static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    public final ScriptedOrigin origin = new ScriptedOrigin();
    public final ManualTicker ticker = new ManualTicker();
    public final NodeObjectMemory memory;
    public final ResponseMemory replies;
    public final OriginHandler handler;
    /** Makes one that answers in its stead, as after a reload. */
    public final Supplier<OriginHandler> successor;

    public final CachedDocumentLookup hot;
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();

    public OriginStage() {
        this(settings -> settings);
    }

    public OriginStage(UnaryOperator<OriginSettings> changes) {
        this(changes, address -> false);
    }

    public OriginStage(int memoryBytes) {
        this(CacheSettings.of(memoryBytes));
    }

    /** One that keeps so much. */
    public OriginStage(CacheSettings cache) {
        this(settings -> settings, address -> false, cache);
    }

    /** The same, and remembers so much of URLs. */
    public OriginStage(CacheSettings cache, int remembered) {
        this(settings -> remembering(settings, remembered), address -> false, cache);
    }

    private static OriginSettings remembering(OriginSettings settings, int urls) {
        return settings.with(OriginSettings.REMEMBERED, urls);
    }

    /** @param proxies trusted proxies */
    public OriginStage(UnaryOperator<OriginSettings> changes, Predicate<InetAddress> proxies) {
        this(changes, proxies, CacheSettings.of(1 << 20));
    }

    OriginStage(UnaryOperator<OriginSettings> changes, Predicate<InetAddress> proxies, CacheSettings cache) {
        OriginSettings settings = changes.apply(OriginSettings.of(OriginAddress.parse("http://origin.test/"))
                .with(FreshnessSettings.GRACE, Duration.ZERO));
        memory = NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20).withCache(cache), ticker);
        replies = memory.replies();
        LocalChangeTimes changed = new LocalChangeTimes(ticker.nanos());
        successor = () -> new OriginHandler(
                new OriginRequestHeaderBuilder("n1", "tag", settings),
                origin,
                replies,
                AloneReplies.of(memory),
                changed,
                proxies,
                "n1",
                ticker,
                () -> NOON.plusNanos(ticker.nanos()));
        handler = successor.get();
        hot = CachedResponseLookup.in(memory.hot(), settings, false, (key, loop, receiver) -> false);
    }

    public FakeExchange get(String target, String... headers) throws Exception {
        return FakeExchange.get(target, headers).answeredBy(handler);
    }

    public FakeExchange ask(String method, String target, String... headers) throws Exception {
        return FakeExchange.of(method, target, headers).answeredBy(handler);
    }

    /** A request of another client, which may take its time. */
    public CompletableFuture<FakeExchange> later(String target, String... headers) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return get(target, headers);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                clients);
    }

    public void pass(int seconds) {
        ticker.advance(Duration.ofSeconds(seconds));
    }

    public long count(ObjectSpaceStatistics.Event event) {
        return memory.statistics().of(event);
    }

    @Override
    public void close() {
        clients.close();
        memory.hot().clear();
        Eventually.that("all responses of the origin are closed", () -> origin.open.get() == 0);
    }
}
