package io.gosling.netty.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CorruptedFrameException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EncryptedFrameCodecTest {
    private static final byte[] SECRET = "what the cluster shares".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OTHER = "what another one shares".getBytes(StandardCharsets.US_ASCII);

    private final EmbeddedChannel front = new EmbeddedChannel(new EncryptedFrameCodec(SECRET, true));

    @AfterEach
    void letGo() {
        front.finishAndReleaseAll();
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(EmbeddedChannel from) {
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf piece = from.readOutbound(); piece != null; piece = from.readOutbound()) {
            all.writeBytes(piece);
            piece.release();
        }
        byte[] bytes = ByteBufUtil.getBytes(all);
        all.release();
        return bytes;
    }

    private static void carry(EmbeddedChannel from, EmbeddedChannel to) {
        to.writeInbound(Unpooled.wrappedBuffer(bytes(from)));
    }

    private static @Nullable String heard(EmbeddedChannel by) {
        ByteBuf piece = by.readInbound();
        if (piece == null) {
            return null;
        }
        String text = piece.toString(StandardCharsets.US_ASCII);
        piece.release();
        return text;
    }

    private EmbeddedChannel met() {
        EmbeddedChannel node = new EmbeddedChannel(new EncryptedFrameCodec(SECRET, false));
        carry(front, node);
        carry(node, front);
        return node;
    }

    @Test
    void whatIsSaidIsHeardInOrderAndNobodyElseReadsIt() {
        EmbeddedChannel node = met();
        front.writeOutbound(text("a client's connection"), text("another"));
        byte[] sealed = bytes(front);
        assertFalse(new String(sealed, StandardCharsets.ISO_8859_1).contains("client"));
        for (byte one : sealed) {
            node.writeInbound(Unpooled.wrappedBuffer(new byte[] {one}));
        }
        assertEquals("a client's connection", heard(node));
        assertEquals("another", heard(node));
        node.writeOutbound(text("taken"));
        carry(node, front);
        assertEquals("taken", heard(front));
    }

    @Test
    void theSameIsNeverSealedAlike() {
        EmbeddedChannel node = met();
        front.writeOutbound(text("taken"));
        String once = ByteBufUtil.hexDump(bytes(front));
        front.writeOutbound(text("taken"));
        String twice = ByteBufUtil.hexDump(bytes(front));
        node.writeOutbound(text("taken"));
        String back = ByteBufUtil.hexDump(bytes(node));
        assertTrue(!once.equals(twice) && !once.equals(back));
    }

    @Test
    void whoHasAnotherSecretIsNotHeard() {
        EmbeddedChannel stranger = new EmbeddedChannel(new EncryptedFrameCodec(OTHER, false));
        carry(front, stranger);
        carry(stranger, front);
        front.writeOutbound(text("a client's connection"));
        Exception refused = assertThrows(CorruptedFrameException.class, () -> carry(front, stranger));
        assertTrue(String.valueOf(refused.getMessage()).contains("secret"), refused::getMessage);
        assertNull(heard(stranger));
    }

    @Test
    void whatIsChangedOrSaidAgainIsNotHeard() {
        Random random = new Random(14);
        for (int i = 0; i < 50; i++) {
            EmbeddedChannel opener = new EmbeddedChannel(new EncryptedFrameCodec(SECRET, true));
            EmbeddedChannel node = new EmbeddedChannel(new EncryptedFrameCodec(SECRET, false));
            carry(opener, node);
            carry(node, opener);
            opener.writeOutbound(text("a client's connection"));
            byte[] sealed = bytes(opener);
            if (i == 0) {
                node.writeInbound(Unpooled.copiedBuffer(sealed));
                assertEquals("a client's connection", heard(node));
            } else {
                sealed[4 + random.nextInt(sealed.length - 4)] ^= (byte) (1 << random.nextInt(8));
            }
            assertThrows(CorruptedFrameException.class, () -> node.writeInbound(Unpooled.wrappedBuffer(sealed)));
            assertNull(heard(node));
            // Nor anything that comes behind it.
            opener.writeOutbound(text("another"));
            carry(opener, node);
            assertNull(heard(node));
        }
    }

    @Test
    void whoSpeaksSomethingElseIsRefused() {
        EmbeddedChannel node = new EmbeddedChannel(new EncryptedFrameCodec(SECRET, false));
        String request = "GET / HTTP/1.1\r\nHost: somebody\r\nAccept: everything that there is\r\n\r\n";
        assertThrows(CorruptedFrameException.class, () -> node.writeInbound(text(request)));
        assertNull(node.readOutbound());
    }

    /** Or it would take memory for whoever connects. */
    @Test
    void whoHasNotProvedToKnowTheSecretIsNotWaitedForLong() {
        EmbeddedChannel node = met();
        ByteBuf announced = Unpooled.buffer().writeInt(100_000);
        assertThrows(CorruptedFrameException.class, () -> node.writeInbound(announced));
        EmbeddedChannel friend = new EmbeddedChannel(new EncryptedFrameCodec(SECRET, false));
        EmbeddedChannel opener = new EmbeddedChannel(new EncryptedFrameCodec(SECRET, true));
        carry(opener, friend);
        carry(friend, opener);
        opener.writeOutbound(text("a greeting"));
        opener.writeOutbound(text("x".repeat(100_000)));
        carry(opener, friend);
        assertEquals("a greeting", heard(friend));
        assertEquals("x".repeat(100_000), heard(friend));
    }

    @Test
    void aShortSecretIsNone() {
        assertThrows(IllegalArgumentException.class, () -> new EncryptedFrameCodec(new byte[15], true));
    }
}
