package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

/**
 * The bodies that this side of a link is sending beyond their first frames: in turn, a frame of each, within the credit
 * that the other side has given, while the connection takes more. What another thread reads is sent when it has come,
 * and the next frame of that body read afterwards. Owns the bodies. Used on the link's loop.
 */
final class OutgoingBodies {
    /** Bodies at a time. */
    static final int MOST = 256;

    private final IntObjectMap<Sending> all = new IntObjectHashMap<>();

    /** Those that have credit, and of which nothing is being read. */
    private final Deque<Sending> ready = new ArrayDeque<>();

    private final Output output;
    private final Executor loop;
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

        /** The bytes that another thread has read were sent. */
        void batchEnded();
    }

    private static final class Sending {
        final int id;
        final OutgoingBody rest;
        long credit;

        /** True while another thread reads. */
        boolean reading;

        Sending(int id, OutgoingBody rest) {
            this.id = id;
            this.rest = rest;
        }
    }

    OutgoingBodies(Output output, Executor loop, BooleanSupplier writable) {
        this.output = output;
        this.loop = loop;
        this.writable = writable;
    }

    /**
     * Adds a body; one that already has this id ends.
     *
     * @param credit bytes that may be sent before the other side gives credit
     */
    void add(int id, OutgoingBody rest, int credit) {
        cancel(id);
        all.put(id, new Sending(id, rest));
        credit(id, credit);
    }

    boolean has(int id) {
        return all.containsKey(id);
    }

    /** Gives a body more credit; nothing happens to one that has ended. */
    void credit(int id, int bytes) {
        Sending sending = all.get(id);
        if (sending != null) {
            boolean stood = sending.credit == 0 && !sending.reading;
            sending.credit += bytes;
            if (stood) {
                makeReady(sending);
            }
        }
    }

    private void makeReady(Sending sending) {
        if (sending.credit > 0) {
            ready.addLast(sending);
        }
    }

    /** Sends what credit and connection allow. */
    void send() {
        while (!ready.isEmpty() && writable.getAsBoolean()) {
            sendNext(ready.removeFirst());
        }
    }

    private void sendNext(Sending next) {
        int most = (int) Math.min(next.credit, FrameKind.MOST_BODY);
        Executor work = next.rest.work();
        if (work == null) {
            sent(next, next.rest.next(most));
            return;
        }
        next.reading = true;
        try {
            work.execute(() -> readBy(next, most));
        } catch (RejectedExecutionException | Error e) {
            next.reading = false;
            output.write(next.id, new PeerFrame.Failed("no thread to read with"));
            all.remove(next.id);
            end(next);
        }
    }

    /** On another thread. */
    private void readBy(Sending reading, int most) {
        PeerFrame frame = reading.rest.next(most);
        boolean brought = OutgoingLinks.execute(loop, () -> {
            reading.reading = false;
            sent(reading, frame);
            send();
            output.batchEnded();
        });
        if (!brought) {
            unwanted(reading, frame);
        }
    }

    /** Sends a frame of a body, unless the body has ended while it was read. */
    private void sent(Sending sending, PeerFrame frame) {
        if (!Objects.equals(all.get(sending.id), sending)) {
            unwanted(sending, frame);
            return;
        }
        sending.credit -= frame.body().readableBytes();
        output.write(sending.id, frame);
        if (sending.rest.isOver()) {
            all.remove(sending.id);
            end(sending);
        } else {
            makeReady(sending);
        }
    }

    private static void unwanted(Sending ended, PeerFrame frame) {
        frame.body().release();
        ended.rest.close();
    }

    void cancel(int id) {
        Sending sending = all.remove(id);
        if (sending != null) {
            ready.remove(sending);
            end(sending);
        }
    }

    /** A body that is being read is closed afterwards. */
    private void end(Sending sending) {
        try {
            if (!sending.reading) {
                sending.rest.close();
            }
        } finally {
            output.ended();
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
