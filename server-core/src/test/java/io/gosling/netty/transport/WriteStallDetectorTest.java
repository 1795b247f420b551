package io.gosling.netty.transport;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.limits.HttpLimits;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Output to a client that takes as many writes as the test says. */
class WriteStallDetectorTest {
    private static final long TIMEOUT =
            HttpLimits.defaults().get(HttpLimits.WRITE_TIME).toNanos();

    private static final class Client extends EmbeddedChannel {
        private int takes;

        @Override
        protected void doWrite(ChannelOutboundBuffer waiting) {
            for (; takes > 0 && waiting.remove(); takes--) {}
        }
    }

    private final Client client = new Client();
    private final WriteStallDetector detector = new WriteStallDetector(client, HttpLimits.defaults(), 0);

    @AfterEach
    void close() {
        client.finishAndReleaseAll();
    }

    private void send() {
        client.writeAndFlush(Unpooled.wrappedBuffer(new byte[100]));
    }

    @Test
    void aClientThatReadsSlowlyIsNotTakenForOneThatHasStoppedHoweverAlikeWhatWaitsIs() {
        send();
        send();
        for (int turn = 1; turn < 10; turn++) {
            client.takes = 1;
            send();
            assertTrue(detector.isPending());
            assertFalse(detector.isStalled(turn * (TIMEOUT - 1)), "turn " + turn);
        }
    }

    @Test
    void whatIsSentBehindDoesNotHideThatAClientHasStopped() {
        send();
        assertFalse(detector.isStalled(TIMEOUT));
        send();
        assertTrue(detector.isStalled(TIMEOUT + 1));
        client.takes = 2;
        client.flush();
        assertFalse(detector.isPending());
        assertFalse(detector.isStalled(TIMEOUT + 1));
    }
}
