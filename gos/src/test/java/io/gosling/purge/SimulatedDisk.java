package io.gosling.purge;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

/**
 * A disk that keeps what it promised, may die in the middle of what it has not promised yet, and may refuse to write.
 */
final class SimulatedDisk implements QuorumMemberStorage {
    /** The process died while it wrote. */
    static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final Random random;
    private byte[] bytes = new byte[0];
    boolean diesNext;
    boolean isFull;
    int writes;

    SimulatedDisk(Random random) {
        this.random = random;
    }

    @Override
    public byte[] read() {
        return bytes.clone();
    }

    @Override
    public void append(byte[] more) throws IOException {
        refuseIfFull();
        int length = bytes.length;
        boolean dies = diesNext;
        bytes = Arrays.copyOf(bytes, length + (dies ? random.nextInt(more.length + 1) : more.length));
        System.arraycopy(more, 0, bytes, length, bytes.length - length);
        dieIf(dies);
    }

    @Override
    public void replace(byte[] whole) throws IOException {
        refuseIfFull();
        boolean dies = diesNext;
        if (!dies || random.nextBoolean()) {
            bytes = whole.clone();
        }
        dieIf(dies);
    }

    private void refuseIfFull() throws IOException {
        if (isFull) {
            throw new IOException("no space left");
        }
    }

    private void dieIf(boolean dies) {
        writes++;
        diesNext = false;
        if (dies) {
            throw new Death();
        }
    }

    /** A new disk. */
    void lose() {
        bytes = new byte[0];
        isFull = false;
    }

    @Override
    public void close() {}
}
