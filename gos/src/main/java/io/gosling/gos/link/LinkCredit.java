package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;

/**
 * The credit for one body, which its receiver gives: bytes that may come or have come and are not consumed, at most
 * {@value #OF_BODY}. Arithmetic without I/O; used on the link's loop.
 */
final class LinkCredit {
    static final int OF_BODY = 256 << 10;

    private final boolean open;

    /** Bytes that have not come; very many while the length is not known. */
    private long left;

    /** Of them, those that the other side may send. */
    private int due;

    private int unconsumed;

    /**
     * Begins a body, whose first bytes come without credit, up to what fits into one frame.
     *
     * @param length in bytes, or -1 when it is not known
     */
    LinkCredit(long length) {
        this.open = length < 0;
        this.left = open ? Long.MAX_VALUE : length;
        this.due = (int) Math.min(left, FrameKind.MOST_BODY);
    }

    /** Returns whether the length was not known. */
    boolean isOpen() {
        return open;
    }

    long left() {
        return left;
    }

    /** Returns whether the other side may send more. */
    boolean isDue() {
        return due > 0;
    }

    /** Bytes have come. Returns false if they are more than was allowed. */
    boolean came(int bytes) {
        if (bytes > due) {
            return false;
        }
        due -= bytes;
        left -= bytes;
        unconsumed += bytes;
        return true;
    }

    /**
     * Bytes have been consumed.
     *
     * @throws IllegalArgumentException when they are more than have come
     */
    void consumed(int bytes) {
        if (bytes < 0 || bytes > unconsumed) {
            throw new IllegalArgumentException(bytes + " bytes consumed of " + unconsumed);
        }
        unconsumed -= bytes;
    }

    /** Gives more credit if half of the bound is free, or room for the rest. Returns the bytes; 0 for none now. */
    int give() {
        long lacking = left - due;
        int more = (int) Math.min(lacking, OF_BODY - due - unconsumed);
        if (more < Math.min(lacking, OF_BODY / 2)) {
            return 0;
        }
        due += more;
        return more;
    }
}
