package io.gosling.netty.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CorruptedFrameException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandoffCodecTest {
    static Stream<HandoffFrame> frames() throws Exception {
        InetSocketAddress four = new InetSocketAddress(InetAddress.getByName("192.0.2.1"), 65535);
        InetSocketAddress six = new InetSocketAddress(InetAddress.getByName("2001:db8::1"), 0);
        return Stream.of(
                new HandoffFrame.Hello(HandoffFrame.VERSION, 65_536, 5_000),
                new HandoffFrame.Welcome(Long.MAX_VALUE, null),
                new HandoffFrame.Welcome(1, four),
                new HandoffFrame.Refusal("it speaks version 2 – not 1"),
                new HandoffFrame.Join(Long.MIN_VALUE),
                new HandoffFrame.Ready(),
                new HandoffFrame.Offer(-1, new ConnectionAddresses(six, four), null, false, Unpooled.EMPTY_BUFFER),
                new HandoffFrame.Offer(
                        7, new ConnectionAddresses(four, six), four, true, Unpooled.wrappedBuffer(new byte[] {1, 2, 3
                        })),
                new HandoffFrame.Offer(
                        8,
                        new ConnectionAddresses(six, six),
                        six,
                        false,
                        Unpooled.wrappedBuffer(new byte[HandoffCodec.MOST_BEGUN])),
                new HandoffFrame.Knock(HandoffFrame.ACROSS_HOSTS, List.of(four, six)),
                new HandoffFrame.Transfer(
                        9,
                        new ConnectionAddresses(four, four),
                        six,
                        new TcpRepairState(1, -2, 3, 4, 5, 6, new TcpRepairState.Window(7, 8, 9, 10, -11)),
                        Unpooled.wrappedBuffer(new byte[HandoffCodec.MOST_BEGUN])),
                new HandoffFrame.Restored(10, 11),
                new HandoffFrame.Leaving(),
                new HandoffFrame.Taken(1),
                new HandoffFrame.Declined(2),
                new HandoffFrame.Quiet(3),
                new HandoffFrame.Busy(4),
                new HandoffFrame.Ended(5));
    }

    private static ByteBuf bytes(HandoffFrame... frames) {
        EmbeddedChannel out = new EmbeddedChannel(new HandoffCodec());
        for (HandoffFrame frame : frames) {
            out.writeOutbound(frame);
        }
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf piece = out.readOutbound(); piece != null; piece = out.readOutbound()) {
            all.writeBytes(piece);
            piece.release();
        }
        return all;
    }

    private static void assertSame(HandoffFrame expected, HandoffFrame actual, String begun) {
        if (expected instanceof HandoffFrame.Offer offer) {
            HandoffFrame.Offer read = assertInstanceOf(HandoffFrame.Offer.class, actual);
            assertEquals(offer.number(), read.number());
            assertEquals(offer.connection(), read.connection());
            assertEquals(offer.client(), read.client());
            assertEquals(offer.again(), read.again());
            assertEquals(begun, ByteBufUtil.hexDump(read.begun()));
            read.begun().release();
        } else if (expected instanceof HandoffFrame.Transfer transfer) {
            HandoffFrame.Transfer read = assertInstanceOf(HandoffFrame.Transfer.class, actual);
            assertEquals(transfer.number(), read.number());
            assertEquals(transfer.connection(), read.connection());
            assertEquals(transfer.client(), read.client());
            assertEquals(transfer.state(), read.state());
            assertEquals(begun, ByteBufUtil.hexDump(read.begun()));
            read.begun().release();
        } else {
            assertEquals(expected, actual);
        }
    }

    private static String begun(HandoffFrame frame) {
        return switch (frame) {
            case HandoffFrame.Offer offer -> ByteBufUtil.hexDump(offer.begun());
            case HandoffFrame.Transfer transfer -> ByteBufUtil.hexDump(transfer.begun());
            default -> "";
        };
    }

    @ParameterizedTest
    @MethodSource("frames")
    void whatIsWrittenIsRead(HandoffFrame frame) {
        String begun = begun(frame);
        EmbeddedChannel in = new EmbeddedChannel(new HandoffCodec());
        in.writeInbound(bytes(frame));
        assertSame(frame, in.readInbound(), begun);
        assertNull(in.readInbound());
    }

    @Test
    void framesInPiecesOfAnySizeAreRead() throws Exception {
        Random random = new Random(8);
        List<HandoffFrame> frames = frames().toList();
        List<String> begun = new ArrayList<>();
        frames.forEach(frame -> begun.add(begun(frame)));
        ByteBuf all = bytes(frames.toArray(HandoffFrame[]::new));
        EmbeddedChannel in = new EmbeddedChannel(new HandoffCodec());
        while (all.isReadable()) {
            in.writeInbound(all.readBytes(Math.min(all.readableBytes(), 1 + random.nextInt(20_000))));
        }
        for (int i = 0; i < frames.size(); i++) {
            assertSame(frames.get(i), in.readInbound(), begun.get(i));
        }
        assertNull(in.readInbound());
    }

    /** A front-end of another version has other frames, and needs the reason of the refusal. */
    @ParameterizedTest
    @ValueSource(strings = {"0000000901676f736c00000001", "0000001501676f736c000000030102030405060708090a0b0c"})
    void aFrontEndOfAnotherVersionIsUnderstoodSoFar(String hex) {
        EmbeddedChannel in = new EmbeddedChannel(new HandoffCodec());
        in.writeInbound(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex)));
        HandoffFrame.Hello hello = assertInstanceOf(HandoffFrame.Hello.class, in.readInbound());
        assertNotEquals(HandoffFrame.VERSION, hello.version());
        assertEquals(HandoffFrame.Hello.NEVER, hello.backFrom());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000", // nothing
                "ffffffff01", // less than nothing
                "000f424106", // more than there may be
                "0000000163", // no such kind
                "000000020700", // too short
                "000000060700000001ff", // too long
                "0000000901deadbeef00000001", // not said by a front-end
                "0000000806000000010301ff", // an address of three bytes
                "00000008060000000100ff00", // an offer of no connection
                "47455420", // GET
                "000000060c0000000100", // a front-end's address that is none
                "000000050d00000001", // a transfer of nothing
            })
    void whatIsNoFrameIsRefused(String hex) {
        EmbeddedChannel in = new EmbeddedChannel(new HandoffCodec());
        Exception refused = assertThrows(
                CorruptedFrameException.class,
                () -> in.writeInbound(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex))));
        assertTrue(String.valueOf(refused.getMessage()).length() > 10, refused::getMessage);
    }
}
