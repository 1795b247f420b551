package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.caching.VariantKeyBuilder;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests giving responses in memory to other nodes. */
class LentRepliesTest {
    private static final String URL = "http://origin.test/a";

    private final OriginStage stage = new OriginStage();

    @AfterEach
    void close() {
        stage.close();
    }

    /** For a request that has come to the other node, which has this tag or none. */
    private static SharedResponseRequest toUse(String tag) {
        return new SharedResponseRequest(URL, Headers.empty(), tag, SharedResponseRequest.FROM_MEMORY);
    }

    /** The response given to a thread, which an event loop gives too. */
    private String ask(SharedResponseRequest ask) throws Exception {
        String given = asThread(ask);
        assertEquals(given, atOnce(ask));
        return given;
    }

    private String atOnce(SharedResponseRequest ask) {
        try (SharedResponseSource.Giving giving = stage.handler.responseSource().join(ask)) {
            if (giving == null) {
                return "not held";
            }
            return switch (Objects.requireNonNull(giving.newsAtOnce())) {
                case SharedResponseSource.News.Head head -> {
                    ByteBuf bytes = Objects.requireNonNull(giving.bytes());
                    assertEquals(head.length(), bytes.readableBytes());
                    String text = bytes.toString(StandardCharsets.UTF_8);
                    bytes.release();
                    yield text;
                }
                case SharedResponseSource.News.Same same -> "the same";
                case SharedResponseSource.News.None none -> "not now";
                default -> "something else";
            };
        }
    }

    private String asThread(SharedResponseRequest ask) throws Exception {
        try (SharedResponseSource.Giving giving = stage.handler.responseSource().join(ask)) {
            if (giving == null) {
                return "not held";
            }
            return switch (giving.news(Duration.ZERO)) {
                case SharedResponseSource.News.Head head -> text(giving);
                case SharedResponseSource.News.Same same -> "the same";
                case SharedResponseSource.News.None none -> "not now";
                default -> "something else";
            };
        }
    }

    private static String text(SharedResponseSource.Giving giving) {
        ByteBuf bytes = Objects.requireNonNull(giving.bytes());
        try {
            return bytes.toString(StandardCharsets.UTF_8);
        } finally {
            bytes.release();
        }
    }

    @Test
    void whatIsFreshIsGivenAndNotSentToWhoHasItsBytes() throws Exception {
        assertEquals("not held", ask(toUse("")));
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10", "ETag", "\"1\"");
        stage.get("/a");
        assertEquals("hello", ask(toUse("")));
        assertEquals("the same", ask(toUse("\"1\"")));
        assertEquals("hello", ask(toUse("\"0\"")));
    }

    @Test
    void whatIsStaleIsUsedByNobodyAndMovesAsItIs() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10", "ETag", "\"1\"");
        stage.get("/a");
        stage.pass(11);
        assertEquals("not now", ask(toUse("")));
        assertEquals("hello", ask(SharedResponseRequest.asHeld(URL)));
    }

    @Test
    void whereResponsesVaryEachMovesUnderItsOwnKey() throws Exception {
        stage.origin.always(200, "hallo", "Cache-Control", "max-age=10", "Vary", "Accept-Language");
        stage.get("/a", "Accept-Language", "de");
        String key = ResponseMemory.key(
                URL, VariantKeyBuilder.key(List.of("accept-language"), Headers.of("Accept-Language", "de")));
        assertEquals("hallo", ask(SharedResponseRequest.asHeld(key)));
        assertEquals("not held", ask(SharedResponseRequest.asHeld(URL)));
    }

    @Test
    void whatWasMadeStaleMovesAsItIsAndIsUsedByNobody() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10", "ETag", "\"1\"");
        stage.get("/a");
        stage.memory.purges().soften(List.of(new PurgeTarget.Key(URL)), stage.ticker.nanos());
        assertEquals("hello", ask(SharedResponseRequest.asHeld(URL)));
        assertEquals("not now", ask(toUse("")));
        stage.memory.purges().doubtAll();
        assertEquals("not held", ask(SharedResponseRequest.asHeld(URL)));
    }

    @Test
    void whatWasPurgedIsGoneAndWithoutALeaseNothingIsGiven() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10");
        stage.get("/a");
        stage.memory.hot().serveBy(now -> false);
        assertEquals("not now", ask(SharedResponseRequest.asHeld(URL)));
        stage.memory.hot().serveBy(now -> true);
        stage.memory.purges().add(List.of(new PurgeTarget.Key(URL)));
        assertEquals("not held", ask(SharedResponseRequest.asHeld(URL)));
    }
}
