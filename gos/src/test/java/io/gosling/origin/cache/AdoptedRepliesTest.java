package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoredResponseHeadCodec;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.Headers;
import io.gosling.origin.upstream.OriginStage;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Responses that another node had, in this node's memory. */
class AdoptedRepliesTest {
    private static final String URL = "http://origin.test/a";

    private final OriginStage there = new OriginStage();
    private final OriginStage here = new OriginStage();

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    private boolean bring(ResponseMemory.Permit permit, String key) throws Exception {
        return bring(here.handler, permit, key);
    }

    private boolean bring(OriginHandler to, ResponseMemory.Permit permit, String key) throws Exception {
        try (StoredResponse copy = Objects.requireNonNull(there.replies.take(key))) {
            StoredResponseHead reply = StoredResponseHeadCodec.read(
                    StoredResponseHeadCodec.write(copy.reply(), there.ticker.nanos()), here.ticker.nanos());
            byte[] bytes = "hallo".getBytes(StandardCharsets.UTF_8);
            return to.transferSink().take(permit, key, reply, Unpooled.wrappedBuffer(bytes));
        }
    }

    @Test
    void theyAreFoundByTheirVariantAndServedWithTheirAge() throws Exception {
        there.origin.always(200, "hallo", "Cache-Control", "max-age=60", "Vary", "Accept-Language");
        there.get("/a", "Accept-Language", "de");
        there.pass(20);

        String key = ResponseMemory.key(
                URL, VariantKeyBuilder.key(List.of("accept-language"), Headers.of("Accept-Language", "de")));
        assertTrue(bring(here.replies.permit(URL), key));

        here.pass(5);
        var answer = here.get("/a", "Accept-Language", "de");
        assertEquals("hallo", answer.responseText());
        assertEquals("25", answer.header("Age"));
        assertEquals(0, here.origin.asked.size());
        here.get("/a", "Accept-Language", "en");
        assertEquals(1, here.origin.asked.size());
    }

    @Test
    void whatWasPurgedWhileItCameIsNotKept() throws Exception {
        there.origin.always(200, "hallo", "Cache-Control", "max-age=60");
        there.get("/a");

        ResponseMemory.Permit permit = here.replies.permit(URL);
        here.memory.purges().add(List.of(new PurgeTarget.Key(URL)));

        assertFalse(bring(permit, URL));
    }

    @Test
    void whoTakesOverFromAnotherHandlerKnowsWhatChangedByIt() throws Exception {
        there.origin.always(200, "hallo", "Cache-Control", "max-age=600");
        there.get("/a");
        here.origin.always(204, "");
        here.ask("POST", "/a");

        assertFalse(bring(here.successor.get(), here.replies.permit(URL), URL));
    }

    @Test
    void theyGoToTheEventLoopPath() throws Exception {
        there.origin.always(200, "hallo", "Cache-Control", "max-age=60");
        there.get("/a");
        assertTrue(bring(here.replies.permit(URL), URL));
        var hot = Objects.requireNonNull(here.hot.acquire(URL, here.ticker.nanos()));
        hot.release();
    }
}
