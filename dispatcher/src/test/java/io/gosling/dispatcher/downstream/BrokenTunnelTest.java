package io.gosling.dispatcher.downstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection of two fails or ends, and what it has said before is still under way to the other. */
class BrokenTunnelTest {
    private final EmbeddedChannel client = new EmbeddedChannel();
    private final EmbeddedChannel backend = new EmbeddedChannel();
    private final List<Long> over = new ArrayList<>();
    private int silent;

    private void open(Duration idle) {
        Tunnel tunnel = new Tunnel(
                new TunnelEndpoint.Connection(client),
                backend,
                new Tunnel.Timeout(idle, Duration.ofHours(1), Duration.ofHours(1)),
                limit -> silent++,
                over::add);
        tunnel.open();
        tunnel.begin(false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOtherSideGetsWhatWasSaidBefore(boolean backendFails) {
        open(Duration.ofHours(1));
        EmbeddedChannel fails = backendFails ? backend : client;
        EmbeddedChannel other = backendFails ? client : backend;
        fails.pipeline().fireChannelRead(Unpooled.copiedBuffer("the last words", StandardCharsets.US_ASCII));
        fails.pipeline().fireExceptionCaught(new IOException("reset by peer"));
        other.runPendingTasks();
        ByteBuf sent = other.readOutbound();
        assertEquals("the last words", sent.toString(StandardCharsets.US_ASCII));
        sent.release();
        assertFalse(fails.isOpen());
        assertFalse(other.isOpen());
        assertEquals(1, over.size(), "it is over once");
        assertEquals(0, silent);
    }

    @Test
    void whatEndsBySilenceSaysSo() {
        client.freezeTime();
        open(Duration.ofSeconds(5));
        client.advanceTimeBy(5, TimeUnit.SECONDS);
        client.runScheduledPendingTasks();
        assertEquals(1, silent);
        assertFalse(client.isOpen());
        assertEquals(List.of(0L), over);
    }

    @Test
    void anEndThatIsSaidTwiceEndsTheOtherDirectionOnce() {
        HalfClosingChannel talks = new HalfClosingChannel();
        HalfClosingChannel listens = new HalfClosingChannel();
        Duration hour = Duration.ofHours(1);
        Tunnel tunnel = new Tunnel(
                new TunnelEndpoint.Connection(talks),
                listens,
                new Tunnel.Timeout(hour, hour, hour),
                limit -> silent++,
                over::add);
        tunnel.open();
        tunnel.begin(false);
        talks.endInput();
        talks.endInput();
        assertEquals(1, listens.outputEnds);
        assertEquals(List.of(), over);
        listens.endInput();
        assertEquals(List.of(0L), over);
    }
}
