package io.gosling.netty.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.netty.transport.ConnectionAddresses;
import io.gosling.testing.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection of this host's loopback, whose one end is taken away and put back. */
@Timeout(60)
class TcpRepairSocketTest {
    private static final int MOST = 1000;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final ByteBuf read = Unpooled.directBuffer();
    private final Socket client;
    private TcpRepairSocket moved;

    TcpRepairSocketTest() throws IOException {
        open.add(read::release);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            moved = new TcpRepairSocket(
                    io.netty.channel.unix.Socket.newSocketStream().intValue());
            open.add(moved);
            moved.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()));
            client = server.accept();
            open.add(client);
        }
    }

    @BeforeAll
    static void mayMoveConnections() {
        String obstacle = TcpRepairSocket.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private void says(String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String hears(int bytes) throws IOException {
        return new String(client.getInputStream().readNBytes(bytes), StandardCharsets.US_ASCII);
    }

    private static void send(TcpRepairSocket by, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(text.length()).put(text.getBytes(StandardCharsets.US_ASCII));
        assertEquals(text.length(), by.send(bytes, 0, text.length()));
    }

    private long drained(int bytes) {
        long[] arrived = new long[1];
        Eventually.that("it has come", () -> {
            try {
                arrived[0] = moved.drain(read, MOST);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return read.readableBytes() == bytes;
        });
        return arrived[0];
    }

    private ConnectionAddresses pair() {
        return new ConnectionAddresses(moved.remoteAddress(), moved.localAddress());
    }

    @Test
    void aConnectionGoesOnWhereItIsPutBack() throws Exception {
        send(moved, "uno");
        assertEquals("uno", hears(3));
        // The kernel acknowledges that, too.
        says("one");
        long arrived = drained(3);
        ConnectionAddresses pair = pair();
        moved.freeze();
        assertEquals(arrived, moved.drain(read, MOST));
        TcpRepairState state = moved.dump(arrived);
        moved.close();
        TcpRepairSocket restored = TcpRepairSocket.restore(pair, state);
        open.add(restored);
        // Sent while it is frozen, and so sent again.
        says("two");
        restored.thaw();
        send(restored, "due");
        assertEquals("due", hears(3));
        moved = restored;
        drained(6);
        assertEquals("onetwo", read.toString(StandardCharsets.US_ASCII));
    }

    /** The final owner is asked later. */
    @Test
    void whatIsFrozenAndStaysHasLostNothing() throws Exception {
        moved.freeze();
        long arrived = moved.drain(read, MOST);
        moved.dump(arrived);
        says("while nobody heard");
        moved.thaw();
        drained(18);
        send(moved, "well");
        assertEquals("well", hears(4));
    }

    /** A packet that the kernel had in hand while it was frozen is acknowledged, and would be nobody's. */
    @Test
    void whatComesBehindTheLastReadKeepsItHere() throws Exception {
        long arrived = moved.drain(read, MOST);
        says("late");
        String[] refused = {""};
        Eventually.that("it is refused", () -> {
            try {
                moved.dump(arrived);
                return false;
            } catch (IOException e) {
                refused[0] = String.valueOf(e.getMessage());
                return true;
            }
        });
        assertEquals("4 bytes have come that were not read", refused[0]);
        moved.freeze();
        moved.thaw();
        drained(4);
    }

    @Test
    void whatIsNotAcknowledgedKeepsItHere() throws Exception {
        long arrived = moved.drain(read, MOST);
        client.setReceiveBufferSize(1);
        while (moved.send(ByteBuffer.allocateDirect(MOST), 0, MOST) > 0) {
            // Until the client takes no more.
        }
        assertThrows(IOException.class, () -> moved.dump(arrived));
    }

    @Test
    void whatIsClosedIsNotFrozen() throws Exception {
        moved.close();
        assertThrows(IOException.class, moved::freeze);
        assertThrows(IOException.class, moved::thaw);
    }

    @Test
    void whatWasNotFrozenDoesNotThaw() {
        assertThrows(IOException.class, moved::thaw);
    }

    @Test
    void whoHasEndedItIsNotMoved() throws Exception {
        client.shutdownOutput();
        Eventually.that("its end has come", () -> {
            try {
                return moved.drain(read, MOST) == TcpRepairSocket.MORE_TO_READ;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThrows(IOException.class, () -> moved.dump(0));
    }

    @Test
    void moreThanMayGoAlongIsSaid() throws Exception {
        says("12345");
        drained(5);
        says("67890");
        Eventually.that("three of them have come", () -> {
            try {
                moved.drain(read, 8 - read.readableBytes());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return read.readableBytes() == 8;
        });
        assertEquals(TcpRepairSocket.MORE_TO_READ, moved.drain(read, 2));
        assertEquals("1234567890", read.toString(StandardCharsets.US_ASCII));
    }
}
