package io.gosling.gos.link.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;

/** A reader of frames in a channel without a socket, and what it has read: one line for each frame. */
public class GatheredFrames implements PeerFrameReader.Frames, AutoCloseable {
    final List<String> frames = new ArrayList<>();
    final List<String> faults = new ArrayList<>();
    final PeerFrameReader reader = new PeerFrameReader(this);
    private final EmbeddedChannel channel = new EmbeddedChannel(reader);

    /** A reader that accepts all kinds, after the preamble. */
    static GatheredFrames ofNode() {
        GatheredFrames gathered = new GatheredFrames();
        gathered.reader.welcome();
        gathered.receive(SampleFrames.preamble());
        return gathered;
    }

    public void receive(ByteBuf bytes) {
        channel.writeInbound(bytes);
    }

    public void receive(byte[] bytes) {
        receive(Unpooled.copiedBuffer(bytes));
    }

    public void receive(byte[] bytes, int from, int length) {
        receive(Unpooled.copiedBuffer(bytes, from, length));
    }

    /** A frame as a line; the bytes of its body instead of the buffer. */
    static String line(int id, PeerFrame frame) {
        String body = ByteBufUtil.hexDump(frame.body());
        String text = switch (frame) {
            case PeerFrame.Have have -> "Have " + have.copy() + " " + have.load();
            case PeerFrame.Given given -> "Given " + line(given.reply()) + " " + given.length();
            case PeerFrame.Same same -> "Same " + line(same.reply());
            case PeerFrame.Data data -> "Data";
            default -> frame.toString();
        };
        return id + " " + text + " " + body;
    }

    private static String line(EncodedResponseHead reply) {
        return ByteBufUtil.hexDump(reply.encoded()) + " " + reply.variant();
    }

    @Override
    public void frame(int id, PeerFrame frame) {
        frames.add(line(id, frame));
        frame.body().release();
    }

    @Override
    public void batchEnded() {}

    @Override
    public void refuse(String reason) {
        faults.add(reason);
    }

    @Override
    public void writabilityChanged() {}

    @Override
    public void event(Object event) {}

    @Override
    public void closed() {}

    @Override
    public void close() {
        channel.finishAndReleaseAll();
    }
}
