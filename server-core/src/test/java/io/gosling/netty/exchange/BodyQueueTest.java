package io.gosling.netty.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Site;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the queue of a body's pieces. */
class BodyQueueTest {
    private static final BodyQueue.Timeout ENDLESS = () -> Long.MAX_VALUE;

    private final BodyQueue pieces = new BodyQueue();

    /** A client may send each byte by itself, and each keeps alive the buffer that it was read into. */
    @Test
    void smallPiecesDoNotKeepTheirBuffersWhileTheyWait() throws IOException {
        byte[] all = Site.noise(20_000, 1);
        List<ByteBuf> buffers = new ArrayList<>();
        for (byte octet : all) {
            ByteBuf buffer = Unpooled.buffer(64).writeByte(octet);
            buffers.add(buffer);
            pieces.offer(buffer);
        }
        assertEquals(all.length, pieces.waiting());
        assertTrue(buffers.stream().filter(buffer -> buffer.refCnt() > 0).count() <= 1);
        pieces.end(null);
        assertArrayEquals(all, readAll(777));
    }

    @Test
    void bytesKeepTheirOrderWhateverTheirPieces() throws IOException {
        byte[] all = Site.noise(100_000, 2);
        int at = 0;
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] some = new byte[900];
        for (int size = 1; at < all.length; size = size % 3000 + 211) {
            int end = Math.min(all.length, at + size);
            pieces.offer(Unpooled.copiedBuffer(all, at, end - at));
            at = end;
            if (size % 3 == 0) {
                read.write(some, 0, pieces.read(some, 0, some.length, ENDLESS));
            }
        }
        pieces.end(null);
        read.writeBytes(readAll(4096));
        assertArrayEquals(all, read.toByteArray());
    }

    private byte[] readAll(int most) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] some = new byte[most];
        for (int n = pieces.read(some, 0, most, ENDLESS); n >= 0; n = pieces.read(some, 0, most, ENDLESS)) {
            read.write(some, 0, n);
        }
        return read.toByteArray();
    }
}
