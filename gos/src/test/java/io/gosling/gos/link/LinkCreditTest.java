package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.FrameKind;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Credit as numbers. */
class LinkCreditTest {
    private final LinkCredit credit = new LinkCredit();

    @Test
    void theFirstFrameNeedsNoCredit() {
        LinkCredit.Share small = credit.begin(10);
        assertTrue(small.isDue());
        assertEquals(0, credit.give(small));
        assertTrue(credit.came(small, 10));
        assertEquals(0, small.left());
        assertFalse(credit.came(small, 1), "more than there is");
        credit.consumed(small, 10);
        assertEquals(0, credit.given());
    }

    @Test
    void aBodyIsGivenItsBoundAndMoreWhenHalfOfItWasConsumed() {
        LinkCredit.Share large = credit.begin(1 << 20);
        assertEquals(LinkCredit.OF_BODY - FrameKind.MOST_BODY, credit.give(large));
        assertEquals(0, credit.give(large));
        assertTrue(credit.came(large, LinkCredit.OF_BODY));
        assertFalse(large.isDue());
        assertFalse(credit.came(large, 1), "more than was allowed");
        credit.consumed(large, LinkCredit.OF_BODY / 2 - 1);
        assertEquals(0, credit.give(large));
        credit.consumed(large, 1);
        assertEquals(LinkCredit.OF_BODY / 2, credit.give(large));
        assertThrows(IllegalArgumentException.class, () -> credit.consumed(large, LinkCredit.OF_BODY));
        assertThrows(IllegalArgumentException.class, () -> credit.consumed(large, -1));
        credit.end(large);
        assertEquals(0, credit.given());
    }

    @Test
    void theRestIsGivenHoweverSmallItIs() {
        LinkCredit.Share body = credit.begin(FrameKind.MOST_BODY + 1);
        assertEquals(1, credit.give(body));
        assertEquals(0, credit.give(body));
        assertFalse(credit.wasScarce(), "it has what it can use");
    }

    @Test
    void whereTheBoundOnAllBodiesIsReachedItIsSaidOnce() {
        LinkCredit.Share last = credit.begin(1 << 20);
        for (int i = 1; i < LinkCredit.OF_LINK / LinkCredit.OF_BODY; i++) {
            credit.give(credit.begin(1 << 20));
        }
        assertFalse(credit.wasScarce());
        LinkCredit.Share other = credit.begin(1 << 20);
        assertTrue(credit.give(last) > 0);
        assertEquals(0, credit.give(other));
        assertTrue(credit.wasScarce());
        assertFalse(credit.wasScarce());
        credit.end(last);
        assertTrue(credit.give(other) > 0);
    }

    @Test
    void aBodyGoesOnAFrameAtATimeWhileOthersThatAreNotReadHaveAllCredit() {
        for (int i = 0; i <= LinkCredit.OF_LINK / LinkCredit.OF_BODY; i++) {
            LinkCredit.Share slow = credit.begin(1 << 20);
            credit.give(slow);
        }
        LinkCredit.Share body = credit.begin(1 << 20);
        int frames = 0;
        for (int due = FrameKind.MOST_BODY; body.left() > 0; due = credit.give(body)) {
            assertEquals(FrameKind.MOST_BODY, due);
            assertEquals(0, credit.give(body), "no more than that");
            assertTrue(credit.came(body, due));
            credit.consumed(body, due);
            frames++;
        }
        assertEquals((1 << 20) / FrameKind.MOST_BODY, frames);
    }

    @Test
    void allBodiesTogetherHaveABoundAndEachComesToItsEnd() {
        Random random = new Random(11);
        List<LinkCredit.Share> bodies = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            bodies.add(credit.begin(random.nextLong(2 << 20)));
        }
        long most = LinkCredit.OF_LINK + 2L * FrameKind.MOST_BODY * bodies.size();
        for (int turn = 0; turn < 100_000 && !bodies.isEmpty(); turn++) {
            LinkCredit.Share body = bodies.get(random.nextInt(bodies.size()));
            credit.give(body);
            assertTrue(credit.given() <= most, "no more than the bound, and two frames of each");
            int came = (int) Math.min(body.left(), 1 + random.nextInt(FrameKind.MOST_BODY));
            while (came > 0 && !credit.came(body, came)) {
                came /= 2;
            }
            credit.consumed(body, came);
            if (body.left() == 0) {
                credit.end(body);
                bodies.remove(body);
            }
        }
        assertEquals(List.of(), bodies);
        assertEquals(0, credit.given());
    }

    /** A body under way to a real reader, which reports what it has read in steps. */
    private static final class Reading implements IncomingBody.Flow {
        private final LinkCredit credit;
        private final Set<Reading> all;
        private final LinkCredit.Share share;
        private final IncomingBody body = new IncomingBody(Ticker.system(), this);
        private long allowed;

        Reading(LinkCredit credit, Set<Reading> all, long length) {
            this.credit = credit;
            this.all = all;
            this.share = credit.begin(length);
            this.allowed = Math.min(length, FrameKind.MOST_BODY);
        }

        /** Returns false if nothing may come. */
        boolean step(Random random) throws IOException {
            int bytes = (int) Math.min(allowed, 1 + random.nextInt(FrameKind.MOST_BODY));
            if (bytes == 0) {
                return false;
            }
            allowed -= bytes;
            assertTrue(credit.came(share, bytes));
            if (share.left() == 0) {
                all.remove(this);
                credit.end(share);
                supplyOthers();
            } else {
                supply();
            }
            body.offer(Unpooled.wrappedBuffer(new byte[bytes]));
            byte[] to = new byte[7777];
            for (int left = bytes; left > 0; ) {
                left -= body.read(to, 0, Math.min(left, 1 + random.nextInt(to.length)));
            }
            return true;
        }

        private void supply() {
            allowed += credit.give(share);
        }

        private void supplyOthers() {
            if (credit.wasScarce()) {
                all.forEach(Reading::supply);
            }
        }

        @Override
        public void consumed(int bytes) {
            if (all.contains(this)) {
                credit.consumed(share, bytes);
                supply();
                supplyOthers();
            }
        }

        @Override
        public void abandoned() {}

        @Override
        public void late() {}
    }

    @Test
    void bodiesThatAreReadInOddSizesDoNotStopEachOther() throws Exception {
        Random random = new Random(5);
        Set<Reading> all = new LinkedHashSet<>();
        for (int i = 0; i < 200; i++) {
            all.add(new Reading(credit, all, (1 << 20) + random.nextInt(1 << 20)));
        }
        while (!all.isEmpty()) {
            boolean moved = false;
            for (Reading reading : List.copyOf(all)) {
                moved |= reading.step(random);
            }
            assertTrue(moved, all.size() + " bodies stand still");
        }
        assertEquals(0, credit.given());
    }
}
