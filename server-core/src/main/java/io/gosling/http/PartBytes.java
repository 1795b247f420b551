package io.gosling.http;

import io.gosling.document.BlockInputStream;
import java.io.IOException;
import java.util.function.IntSupplier;

/** The bytes of one part while they arrive: bounded, and ended when the next part is requested. */
final class PartBytes extends BlockInputStream {
    private final MultipartInput input;
    private final long most;
    private final IntSupplier current;
    private final int number;
    private long read;

    /**
     * @param most bytes; more fails with 413
     * @param current the number of the part that can be read now
     */
    PartBytes(MultipartInput input, long most, IntSupplier current, int number) {
        this.input = input;
        this.most = most;
        this.current = current;
        this.number = number;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (current.getAsInt() != number) {
            throw new IOException("the part has passed: its bytes are read before the next part is asked for");
        }
        int got = input.read(into, offset, length);
        read += Math.max(0, got);
        if (read > most) {
            throw new StatusException(413, "a part of the form has more than " + most + " bytes");
        }
        return got;
    }
}
