package io.gosling.origin;

import io.gosling.gos.CacheSettings;
import io.gosling.gos.NodeMemory;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.ReplyMemory;
import io.gosling.gos.SharedReplies;
import io.gosling.http.HotDocuments;
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
final class OriginStage implements AutoCloseable {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    final ScriptedOrigin origin = new ScriptedOrigin();
    final ManualTicker ticker = new ManualTicker();
    final NodeMemory memory;
    final ReplyMemory replies;
    final OriginHandler handler;
    /** Makes one that answers in its stead, as after a reload. */
    final Supplier<OriginHandler> successor;

    final HotDocuments hot;
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();

    OriginStage() {
        this(settings -> settings);
    }

    OriginStage(UnaryOperator<OriginSettings> changes) {
        this(changes, address -> false);
    }

    OriginStage(int memoryBytes) {
        this(CacheSettings.of(memoryBytes));
    }

    /** One that keeps so much. */
    OriginStage(CacheSettings cache) {
        this(settings -> settings, address -> false, cache);
    }

    /** The same, and remembers so much of URLs. */
    OriginStage(CacheSettings cache, int remembered) {
        this(settings -> remembering(settings, remembered), address -> false, cache);
    }

    private static OriginSettings remembering(OriginSettings settings, int urls) {
        return new OriginSettings(
                settings.mount(),
                settings.servers(),
                settings.keepsHost(),
                settings.times(),
                settings.connections(),
                settings.trust(),
                settings.failover(),
                settings.lifetimes(),
                settings.grace(),
                settings.patience(),
                settings.apart(),
                urls);
    }

    /** @param proxies whose word about their clients is taken */
    OriginStage(UnaryOperator<OriginSettings> changes, Predicate<InetAddress> proxies) {
        this(changes, proxies, CacheSettings.of(1 << 20));
    }

    private OriginStage(UnaryOperator<OriginSettings> changes, Predicate<InetAddress> proxies, CacheSettings cache) {
        OriginSettings settings = changes.apply(
                OriginSettings.of(OriginAddress.parse("http://origin.test/")).withGrace(Duration.ZERO));
        memory = NodeMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20).withCache(cache), ticker);
        replies = memory.replies();
        LocalChanges changed = new LocalChanges(ticker.nanos());
        successor = () -> new OriginHandler(
                settings,
                origin,
                replies,
                SharedReplies.none(memory),
                changed,
                proxies,
                "n1",
                "tag",
                ticker,
                () -> NOON.plusNanos(ticker.nanos()));
        handler = successor.get();
        hot = HotReplies.in(memory.hot(), settings, false);
    }

    FakeExchange get(String target, String... headers) throws Exception {
        return FakeExchange.get(target, headers).answeredBy(handler);
    }

    FakeExchange ask(String method, String target, String... headers) throws Exception {
        return FakeExchange.of(method, target, headers).answeredBy(handler);
    }

    /** A request of another client, which may take its time. */
    CompletableFuture<FakeExchange> later(String target, String... headers) {
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

    void pass(int seconds) {
        ticker.advance(Duration.ofSeconds(seconds));
    }

    long count(ObjectSpaceStatistics.Event event) {
        return memory.statistics().of(event);
    }

    @Override
    public void close() {
        clients.close();
        memory.hot().clear();
        Eventually.that("all responses of the origin are closed", () -> origin.open.get() == 0);
    }
}
