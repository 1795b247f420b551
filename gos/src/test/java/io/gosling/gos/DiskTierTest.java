package io.gosling.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.caching.RequestTerms;
import io.gosling.caching.StoredReply;
import io.gosling.caching.StoringRules;
import io.gosling.caching.Verdict;
import io.gosling.document.PreparedFields;
import io.gosling.document.Representation;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.disk.DiskStore;
import io.gosling.http.Headers;
import io.gosling.testing.ManualTicker;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored responses that outlive memory, and the process. */
class DiskTierTest {
    private static final String URL = "http://origin.test/a";

    @TempDir
    private Path folder;

    private final ManualTicker ticker = new ManualTicker();
    private Instant wall = Instant.parse("2026-11-22T12:00:00Z");
    private @Nullable Life life;

    /** A process: its memory, and the disk that outlives it. */
    private final class Life {
        final NodeMemory memory = NodeMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20), ticker);
        final ReplyMemory replies = memory.replies();
        final DiskTier tier;

        Life() throws IOException {
            tier = new DiskTier(memory, DiskStore.open(folder, DiskStore.LEAST), ticker, () -> wall);
            replies.standOn(tier::bring);
            tier.takeBy((permit, key, reply, bytes) -> replies.keep(
                    permit, key, reply, representation(bytes.readableBytes()), PreparedFields.none(), bytes));
        }

        StoredReply keep(String url, String etag, String text) {
            Headers fields = Headers.of("Cache-Control", "max-age=3600");
            fields = etag.isEmpty() ? fields : fields.plus("ETag", etag);
            var arrival = new StoringRules.Arrival(wall, wall, ticker.nanos());
            var stored = (StoringRules.Storing.Stored)
                    new StoringRules(Duration.ofDays(1)).judge(Headers.empty(), 200, fields, arrival);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertTrue(replies.keep(
                    replies.permit(url),
                    url,
                    stored.reply(),
                    representation(bytes.length),
                    PreparedFields.none(),
                    Unpooled.wrappedBuffer(bytes)));
            return stored.reply();
        }

        void ask(String url, int times) {
            for (int i = 0; i < times; i++) {
                ReplyCopy copy = replies.find(url);
                if (copy != null) {
                    copy.close();
                }
            }
        }

        void end() {
            tier.close();
            memory.hot().checkInvariants();
            memory.hot().clear();
        }
    }

    private static Representation representation(int length) {
        return new Representation("text/plain", length, "\"e\"", Instant.EPOCH);
    }

    private Life begin() throws IOException {
        end();
        Life next = new Life();
        life = next;
        return next;
    }

    @AfterEach
    void end() {
        Life now = life;
        if (now != null) {
            now.end();
        }
        life = null;
    }

    @Test
    void whatWasHotIsFoundAfterARestartAndItsOriginIsAskedBeforeItIsServed() throws Exception {
        Life first = begin();
        StoredReply before = first.keep(URL, "\"1\"", "some text");
        first.ask(URL, 5);
        first.tier.save();
        assertEquals(1, first.memory.statistics().of(Event.DISK_WRITES));
        first.tier.save();
        assertEquals(1, first.memory.statistics().of(Event.DISK_WRITES), "it is there already");

        wall = wall.plusSeconds(60);
        Life second = begin();
        second.tier.load(1 << 20);
        assertEquals(1, second.memory.hot().size());
        try (ReplyCopy copy = second.replies.find(URL)) {
            assertNotNull(copy);
            assertEquals("\"1\"", copy.reply().fields().first("ETag"));
            assertEquals(before.terms(), copy.reply().terms());
            assertEquals(Duration.ofSeconds(60), copy.reply().age(ticker.nanos()));
            assertEquals(Verdict.VALIDATE_STALE, copy.judge(RequestTerms.of(Headers.empty()), ticker.nanos()));

            ReplyMemory.Permit asked = second.replies.permit(URL);
            second.replies
                    .freshen(asked, copy, copy.reply(), representation(9), PreparedFields.none())
                    .close();
        }
        try (ReplyCopy copy = second.replies.find(URL)) {
            assertNotNull(copy);
            assertEquals(Verdict.SERVE, copy.judge(RequestTerms.of(Headers.empty()), ticker.nanos()), "proven");
        }
    }

    @Test
    void whatMemoryHasDroppedIsFoundOnDisk() throws Exception {
        Life node = begin();
        node.keep(URL, "\"1\"", "some text");
        node.ask(URL, 3);
        node.tier.save();
        node.replies.drop(List.of(URL));
        try (ReplyCopy copy = node.replies.find(URL)) {
            assertNotNull(copy);
            assertEquals(1, node.memory.statistics().of(Event.DISK_READS));
        }
    }

    @Test
    void whatWasPurgedIsNotFoundOnDisk() throws Exception {
        Life node = begin();
        node.keep(URL, "\"1\"", "some text");
        node.ask(URL, 3);
        node.tier.save();
        node.replies.invalidate(URL, List.of(URL));
        assertNull(node.replies.find(URL));
    }

    @Test
    void whatWasAskedForOnceOrCannotBeAskedAboutIsNotWritten() throws Exception {
        Life node = begin();
        node.keep(URL, "\"1\"", "once");
        node.ask(URL, 1);
        node.keep("http://origin.test/b", "", "no validator");
        node.ask("http://origin.test/b", 9);
        node.tier.save();
        assertEquals(0, node.memory.statistics().of(Event.DISK_WRITES));
    }

    @Test
    void anOlderVersionIsReplaced() throws Exception {
        Life first = begin();
        first.keep(URL, "\"1\"", "old");
        first.ask(URL, 3);
        first.tier.save();
        ticker.advance(Duration.ofSeconds(1));
        first.keep(URL, "\"2\"", "new");
        first.tier.save();
        Life second = begin();
        assertTrue(second.tier.bring(URL));
        try (ReplyCopy copy = second.replies.find(URL)) {
            assertNotNull(copy);
            assertEquals("\"2\"", copy.reply().fields().first("ETag"));
        }
    }

    @Test
    void aClockThatWentBackMakesNothingYounger() throws Exception {
        Life first = begin();
        first.keep(URL, "\"1\"", "text");
        first.ask(URL, 3);
        first.tier.save();
        wall = wall.minus(Duration.ofDays(400));
        Life second = begin();
        assertTrue(second.tier.bring(URL));
        assertFalse(second.tier.bring("http://origin.test/none"));
        try (ReplyCopy copy = second.replies.find(URL)) {
            assertNotNull(copy);
            assertEquals(Duration.ofDays(1), copy.reply().age(ticker.nanos()));
        }
    }
}
