package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;

/**
 * The credit that one side of a link gives the other one for bodies: bytes that may come or have come and are not
 * consumed, at most {@value #OF_BODY} for each body. Beyond {@value #OF_LINK} for all of them, a body of which little
 * is left to consume still gets a frame's worth, so that slow readers stop no others: at most two frames of each body
 * are outside that bound. Bytes of a body that has come to its end no longer count. Arithmetic without I/O; used on the
 * link's loop.
 */
final class LinkCredit {
    static final int OF_BODY = 256 << 10;
    static final int OF_LINK = 4 << 20;

    private long given;

    /** True if a body got nothing for the bound on all of them. */
    private boolean scarce;

    static final class Share {
        /** Bytes of the body that have not come; very many while its length is not known. */
        private long left;

        /** Of them, those that the other side may send. */
        private int due;

        private int unconsumed;
        private boolean open;

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
    }

    /**
     * Begins a body, whose first bytes come without credit, up to what fits into one frame.
     *
     * @param length in bytes, or -1 when it is not known
     */
    Share begin(long length) {
        Share share = new Share();
        share.left = length < 0 ? Long.MAX_VALUE : length;
        share.open = length < 0;
        share.due = (int) Math.min(share.left, FrameKind.MOST_BODY);
        given += share.due;
        return share;
    }

    /** Bytes have come. Returns false if they are more than was allowed. */
    boolean came(Share share, int bytes) {
        if (bytes > share.due) {
            return false;
        }
        share.due -= bytes;
        share.left -= bytes;
        share.unconsumed += bytes;
        return true;
    }

    /**
     * Bytes have been consumed.
     *
     * @throws IllegalArgumentException when they are more than have come
     */
    void consumed(Share share, int bytes) {
        if (bytes < 0 || bytes > share.unconsumed) {
            throw new IllegalArgumentException(bytes + " bytes consumed of " + share.unconsumed);
        }
        share.unconsumed -= bytes;
        given -= bytes;
    }

    /** Gives a body more credit if it can use a whole frame's worth, or the rest. Returns the bytes; 0 for none now. */
    int give(Share share) {
        long lacking = share.left - share.due;
        long wanted = Math.min(lacking, OF_BODY - share.due - share.unconsumed);
        if (wanted < Math.min(lacking, OF_BODY / 2) || wanted <= 0) {
            return 0;
        }
        long more = Math.min(wanted, OF_LINK - given);
        if (more < Math.min(lacking, OF_BODY / 2)) {
            if (share.due > 0 || share.unconsumed >= FrameKind.MOST_BODY) {
                scarce = true;
                return 0;
            }
            more = Math.min(lacking, FrameKind.MOST_BODY);
        }
        share.due += (int) more;
        given += more;
        return (int) more;
    }

    /** Returns whether {@link #give} has refused a body for the bound on all of them since this was last asked. */
    boolean wasScarce() {
        boolean was = scarce;
        scarce = false;
        return was;
    }

    /** A body has ended: what it had is free again. */
    void end(Share share) {
        given -= share.due + share.unconsumed;
        share.due = 0;
        share.unconsumed = 0;
        share.left = 0;
    }

    long given() {
        return given;
    }
}
