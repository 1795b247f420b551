package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bodies that this side of a link is sending beyond their first frames: in turn, a frame of each, within the credit
 * that the other side has given, while the connection takes more. Owns the bodies. Used on the link's loop.
 */
final class OutgoingBodies {
    /** Bodies at a time. */
    static final int MOST = 256;

    private final IntObjectMap<Sending> all = new IntObjectHashMap<>();

    /** Those that have credit. */
    private final Deque<Sending> ready = new ArrayDeque<>();

    private final Output output;
    private final BooleanSupplier writable;

    interface Output {
        /**
         * Writes a frame, whose body passes over.
         *
         * @return false if it was not written
         */
        boolean write(int id, PeerFrame frame);

        /** A body has ended, sent or not. */
        void ended();

        /** Bytes were sent that had to be waited for. */
        void sentLate();
    }

    private static final class Sending {
        final int id;
        final OutgoingBody rest;
        long credit;

        Sending(int id, OutgoingBody rest, long credit) {
            this.id = id;
            this.rest = rest;
            this.credit = credit;
        }
    }

    OutgoingBodies(Output output, BooleanSupplier writable) {
        this.output = output;
        this.writable = writable;
    }

    /**
     * Adds a body; one that already has this id ends.
     *
     * @param credit bytes that may be sent before the other side gives credit
     */
    void add(int id, OutgoingBody rest, int credit) {
        cancel(id);
        Sending sending = new Sending(id, rest, credit);
        all.put(id, sending);
        if (credit > 0) {
            ready.addLast(sending);
        }
    }

    boolean has(int id) {
        return all.containsKey(id);
    }

    /** Gives a body more credit; nothing happens to one that has ended. */
    void credit(int id, int bytes) {
        Sending sending = all.get(id);
        if (sending != null) {
            if (sending.credit == 0) {
                ready.addLast(sending);
            }
            sending.credit = Math.min(sending.credit + bytes, sending.rest.left());
        }
    }

    /** Sends what credit and connection allow. */
    void send() {
        while (!ready.isEmpty() && writable.getAsBoolean()) {
            sendNext(ready.removeFirst());
        }
    }

    private void sendNext(Sending next) {
        ByteBuf piece;
        try {
            piece = next.rest.take((int) Math.min(next.credit, FrameKind.MOST_BODY), () -> resume(next));
        } catch (IOException | RuntimeException | Error e) {
            output.write(next.id, new PeerFrame.Failed(String.valueOf(e.getMessage())));
            end(all.remove(next.id));
            return;
        }
        if (piece == null) {
            return;
        }
        if (piece.isReadable()) {
            next.credit -= piece.readableBytes();
            output.write(next.id, new PeerFrame.Data(piece));
        } else {
            output.write(next.id, new PeerFrame.End());
        }
        if (next.rest.left() == 0) {
            end(all.remove(next.id));
        } else if (next.credit > 0) {
            ready.addLast(next);
        }
    }

    private void resume(Sending waiting) {
        if (Objects.equals(all.get(waiting.id), waiting)) {
            ready.addLast(waiting);
            send();
            output.sentLate();
        }
    }

    void cancel(int id) {
        Sending sending = all.remove(id);
        if (sending != null) {
            ready.remove(sending);
            end(sending);
        }
    }

    private void end(@Nullable Sending sending) {
        if (sending != null) {
            try {
                sending.rest.close();
            } finally {
                output.ended();
            }
        }
    }

    boolean isFull() {
        return all.size() >= MOST;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void close() {
        all.values().forEach(this::end);
        all.clear();
        ready.clear();
    }
}
