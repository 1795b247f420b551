package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.FrameKind;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Credit as numbers. */
class LinkCreditTest {
    @Test
    void theFirstFrameNeedsNoCredit() {
        LinkCredit small = new LinkCredit(10);
        assertTrue(small.isDue());
        assertEquals(0, small.give());
        assertTrue(small.came(10));
        assertEquals(0, small.left());
        assertFalse(small.came(1), "more than there is");
        small.consumed(10);
        assertEquals(0, small.give());
    }

    @Test
    void aBodyIsGivenItsBoundAndMoreWhenHalfOfItWasConsumed() {
        LinkCredit large = new LinkCredit(1 << 20);
        assertEquals(LinkCredit.OF_BODY - FrameKind.MOST_BODY, large.give());
        assertEquals(0, large.give());
        assertTrue(large.came(LinkCredit.OF_BODY));
        assertFalse(large.isDue());
        assertFalse(large.came(1), "more than was allowed");
        large.consumed(LinkCredit.OF_BODY / 2 - 1);
        assertEquals(0, large.give());
        large.consumed(1);
        assertEquals(LinkCredit.OF_BODY / 2, large.give());
        assertThrows(IllegalArgumentException.class, () -> large.consumed(LinkCredit.OF_BODY));
        assertThrows(IllegalArgumentException.class, () -> large.consumed(-1));
    }

    @Test
    void theRestIsGivenHoweverSmallItIs() {
        LinkCredit body = new LinkCredit(FrameKind.MOST_BODY + 1);
        assertEquals(1, body.give());
        assertEquals(0, body.give());
    }

    /** A body under way to a real reader, which reports what it has read in steps. */
    private static final class Reading implements IncomingBody.Flow {
        private final LinkCredit credit;
        private final IncomingBody body = new IncomingBody(Ticker.system(), this);
        private long allowed;

        Reading(long length) {
            this.credit = new LinkCredit(length);
            this.allowed = Math.min(length, FrameKind.MOST_BODY);
        }

        /** Some bytes come, and are read. */
        void step(Random random) throws IOException {
            int bytes = (int) Math.min(allowed, 1 + random.nextInt(FrameKind.MOST_BODY));
            assertTrue(bytes > 0, "it stands still with " + credit.left() + " bytes left");
            allowed -= bytes;
            assertTrue(credit.came(bytes));
            allowed += credit.give();
            assertTrue(allowed <= LinkCredit.OF_BODY);
            body.offer(Unpooled.wrappedBuffer(new byte[bytes]));
            byte[] to = new byte[7777];
            for (int left = bytes; left > 0; ) {
                left -= body.read(to, 0, Math.min(left, 1 + random.nextInt(to.length)));
            }
        }

        @Override
        public void consumed(int bytes) {
            credit.consumed(bytes);
            allowed += credit.give();
        }

        @Override
        public void abandoned() {}

        @Override
        public void late() {}
    }

    @Test
    void aBodyThatIsReadInOddSizesComesToItsEnd() throws Exception {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            Reading reading = new Reading((1 << 20) + random.nextInt(1 << 20));
            while (reading.credit.left() > 0) {
                reading.step(random);
            }
        }
    }
}
