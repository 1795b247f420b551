package io.gosling.dispatcher.downstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Site;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Http2RequestInputTest {
    private final List<HttpContent> given = new ArrayList<>();
    private int opened;
    private final Http2RequestInput input = new Http2RequestInput(given::add, bytes -> opened += bytes);

    private static HttpContent piece(String text) {
        return new DefaultHttpContent(Unpooled.copiedBuffer(text.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void aPieceIsGivenForEachThatIsAskedForAndTheWindowOpensByIt() {
        HttpContent piece = piece("abc");
        input.arrived(piece);
        assertEquals(List.of(), given);
        assertEquals(0, opened);
        input.more();
        assertEquals(List.of(piece), given);
        assertEquals(3, opened);
        input.arrived(piece("de"));
        assertEquals(1, given.size());
        input.clear();
        assertEquals(1, given.size());
        assertEquals(5, opened, "what is thrown away opens it too");
    }

    /**
     * A client that sends one byte in each frame, and much between them that is no body, before a back-end that waits.
     */
    @Test
    void smallPiecesDoNotKeepTheirBuffersWhileTheyWait() {
        byte[] sent = Site.noise(40_000, 3);
        List<ByteBuf> read = new ArrayList<>();
        for (byte one : sent) {
            ByteBuf whole = UnpooledByteBufAllocator.DEFAULT.heapBuffer(64);
            read.add(whole.writeByte(one).writeZero(40));
            input.arrived(new DefaultHttpContent(whole.retainedSlice(0, 1)));
            whole.release();
        }
        input.arrived(LastHttpContent.EMPTY_LAST_CONTENT);
        assertEquals(1, read.stream().filter(whole -> whole.refCnt() > 0).count(), "but for the first");
        assertArrayEquals(sent, rest());
        assertTrue(given.size() < 10, () -> "in " + given.size() + " pieces");
        assertEquals(sent.length, opened);
    }

    @Test
    void whateverThePiecesAreTheBodyIsTheSame() {
        Random random = new Random(11);
        for (int round = 0; round < 200; round++) {
            given.clear();
            opened = 0;
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            int pieces = random.nextInt(40);
            for (int i = 0; i <= pieces; i++) {
                byte[] bytes = Site.noise(random.nextInt(random.nextBoolean() ? 5 : 20_000), round + i);
                sent.writeBytes(bytes);
                ByteBuf content = Unpooled.copiedBuffer(bytes);
                input.arrived(i == pieces ? new DefaultLastHttpContent(content) : new DefaultHttpContent(content));
                if (random.nextInt(3) == 0) {
                    input.more();
                }
            }
            assertArrayEquals(sent.toByteArray(), rest(), "round " + round);
            assertEquals(sent.size(), opened);
        }
    }

    /** Asks until the end has come; gives the bytes of everything that was given. */
    private byte[] rest() {
        for (int asked = 0; asked < 100_000 && !hasEnded(); asked++) {
            input.more();
        }
        assertTrue(hasEnded());
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (HttpContent piece : given) {
            all.writeBytes(ByteBufUtil.getBytes(piece.content()));
            piece.release();
        }
        return all.toByteArray();
    }

    private boolean hasEnded() {
        return !given.isEmpty() && given.getLast() instanceof LastHttpContent;
    }
}
