package io.gosling.dispatcher.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.link.FrameLink;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A link without a wire: what is laid on it comes with the next batch, and what is sent can be looked at. A frame
 * without a byte stands for one that was too long.
 */
public final class FakeLink implements FrameLink {
    private static final int STEP = 2048;

    public final Deque<byte[]> coming = new ArrayDeque<>();
    public final List<byte[]> sent = new ArrayList<>();
    public final List<byte[]> own = new ArrayList<>();
    /** Takes nothing of its own to send. */
    boolean full;

    public String change = "";
    public int refuses;
    long lost;
    /** The virtio header of received frames. */
    final byte[] virtio = new byte[EthernetFrame.VIRTIO_BYTES];

    private final MemorySegment memory = MemorySegment.ofArray(new byte[STEP * (BATCH + 1)]);
    private final int[] bytes = new int[BATCH];
    private final List<Integer> forwarded = new ArrayList<>();

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public int receive(int timeoutMillis) {
        int came = 0;
        while (came < BATCH && !coming.isEmpty()) {
            byte[] frame = coming.remove();
            MemorySegment.copy(virtio, 0, memory, JAVA_BYTE, at(came), virtio.length);
            MemorySegment.copy(frame, 0, memory, JAVA_BYTE, at(came) + EthernetFrame.VIRTIO_BYTES, frame.length);
            bytes[came++] = frame.length;
        }
        return came;
    }

    @Override
    public long at(int frame) {
        return (long) frame * STEP;
    }

    @Override
    public int bytes(int frame) {
        return bytes[frame];
    }

    @Override
    public void forward(int frame) {
        forwarded.add(frame);
    }

    @Override
    public int flush() {
        int refused = Math.min(refuses, forwarded.size());
        forwarded.subList(0, refused).clear();
        for (int frame : forwarded) {
            sent.add(frame(at(frame), bytes[frame]));
        }
        forwarded.clear();
        return refused;
    }

    private byte[] frame(long at, int length) {
        return memory.asSlice(at + EthernetFrame.VIRTIO_BYTES, length).toArray(JAVA_BYTE);
    }

    @Override
    public long own() {
        return (long) STEP * BATCH;
    }

    @Override
    public boolean sendOwn(int length) {
        if (!full) {
            own.add(frame(own(), length));
        }
        return !full;
    }

    @Override
    public void look() {}

    @Override
    public String change() {
        return change;
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public void close() {}
}
