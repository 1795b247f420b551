package io.gosling.dispatcher.packet.link;

import java.lang.foreign.MemorySegment;

/**
 * Frames of an interface, in batches. Those of a batch lie in {@link #memory}, each behind a virtio header of ten
 * bytes, until the next {@link #receive}; what is to go out is rewritten where it lies. Belongs to one thread, but for
 * {@link #lost}.
 */
public interface FrameLink extends AutoCloseable {
    int BATCH = 32;

    MemorySegment memory();

    /**
     * Waits for frames. While the interface is down there are none, after a pause.
     *
     * @param timeoutMillis for the first one, 0 to 60 000
     * @return number of frames, 0 to {@link #BATCH}
     */
    int receive(int timeoutMillis);

    /** The offset of a frame of the batch: of its virtio header. */
    long at(int frame);

    /** Its length without that header; 0 when it was longer than there is room for, and was cut. */
    int bytes(int frame);

    /** Has a frame of the batch sent with the next {@link #flush}. */
    void forward(int frame);

    /**
     * Sends what {@link #forward} named, in its order.
     *
     * @return number of frames that the system refused
     */
    int flush();

    /** The offset at which the caller may write a frame of its own, its virtio header first: 256 bytes. */
    long own();

    /**
     * Sends that at once.
     *
     * @param bytes its length without the virtio header
     * @return true if the system took it
     */
    boolean sendOwn(int bytes);

    /** Has {@link #lost} counted anew. */
    void look();

    /**
     * Describes a change of the interface or of its hardware address since this was opened; an empty text if there is
     * none. After a change no frames arrive, or the announced address is wrong.
     */
    String change();

    /** Frames that came and were lost before anybody read them, as far as was last looked. Any thread. */
    long lost();

    @Override
    void close();

    /** Waits for the end of the thread that uses a link; an interrupt is kept for later. */
    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
