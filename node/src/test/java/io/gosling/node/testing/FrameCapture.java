package io.gosling.node.testing;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.link.BpfFilterBuilder;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.link.PacketSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** All frames that a host sends, as they come to a device of the switch. It has a thread of its own. */
public final class FrameCapture implements AutoCloseable {
    private static final int MOST = 256 << 20;
    private static final int WAIT_MILLIS = 100;

    /** {@code BPF_RET}: all of each frame. */
    private static final BpfFilterBuilder.Instruction ALL = new BpfFilterBuilder.Instruction(0x06, 0, 0, 0x3ffff);

    private final PacketSocket socket;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread reader = Thread.ofPlatform().daemon().unstarted(this::read);
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;

    /** To be called on the host of the device. */
    public FrameCapture(String device) throws IOException {
        socket = PacketSocket.open(NetworkDevice.named(device), List.of(ALL));
        reader.start();
    }

    private void read() {
        try {
            readFrames();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void readFrames() {
        while (!closed) {
            int frames = socket.receive(WAIT_MILLIS);
            for (int i = 0; i < frames; i++) {
                byte[] frame = socket.memory()
                        .asSlice(socket.at(i) + EthernetFrame.VIRTIO_BYTES, socket.bytes(i))
                        .toArray(ValueLayout.JAVA_BYTE);
                synchronized (bytes) {
                    if (bytes.size() < MOST) {
                        bytes.writeBytes(frame);
                    }
                }
            }
        }
    }

    /** All of it, a character for a byte, in lower case. */
    public String text() {
        RuntimeException failed = failure;
        if (failed != null) {
            throw new AssertionError("not all has been captured", failed);
        }
        synchronized (bytes) {
            if (bytes.size() >= MOST) {
                throw new AssertionError("too much to be kept");
            }
            return bytes.toString(StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        reader.join();
        socket.close();
    }
}
