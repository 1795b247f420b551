package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.space.PeerRefusal;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The answer to one question as it came. */
final class HeardAnswer implements OutgoingLink.Answer {
    private static final long PATIENCE_SECONDS = 30;

    private final OutgoingLink link;
    private final boolean consuming;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<PeerFrame> whole = new CompletableFuture<>();
    private final CompletableFuture<PeerRefusal> refusal = new CompletableFuture<>();
    final List<FrameKind> kinds = new CopyOnWriteArrayList<>();
    volatile int held;
    int released;
    int id;
    private @Nullable PeerFrame first;

    HeardAnswer(OutgoingLink link, boolean consuming) {
        this.link = link;
        this.consuming = consuming;
    }

    @Override
    public void frame(PeerFrame frame) {
        kinds.add(frame.kind());
        first = first == null ? frame : first;
        ByteBuf body = frame.body();
        int came = body.readableBytes();
        byte[] part = new byte[came];
        body.readBytes(part);
        body.release();
        bytes.writeBytes(part);
        if (consuming) {
            link.consumed(id, came);
        } else {
            held += came;
        }
        if (!(first instanceof PeerFrame.Have have)
                || bytes.size() == have.copy().length()) {
            whole.complete(first);
        }
    }

    @Override
    public void ended(PeerRefusal why) {
        refusal.complete(why);
        whole.completeExceptionally(new AssertionError("refused: " + why));
    }

    PeerFrame whole() throws Exception {
        return whole.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    PeerRefusal refusal() throws Exception {
        return refusal.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    boolean isOver() {
        return whole.isDone() || refusal.isDone();
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
