package io.gosling.replication.page;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lays bytes and what the page has between them into a buffer of their own, and refers to the page for what is long.
 * Used by one thread, for one response.
 */
final class PageBufferAssembler {
    /** A stretch of at least this many bytes is shared with the page's buffer; a copy is cheaper below. */
    private static final int SHARED = 8 << 10;

    private final ByteBuf source;
    private final ByteBuf own;
    /** The page as one NIO buffer; null where it is in parts. */
    private final @Nullable ByteBuffer from;

    private final ByteBuffer to;
    private final List<ByteBuf> shared = new ArrayList<>(0);
    /** Bytes of the own buffer before each shared stretch. */
    private final List<Integer> before = new ArrayList<>(0);

    private int at;

    /**
     * @param source the page; stays the caller's
     * @param own empty buffer with room; passes over
     */
    private PageBufferAssembler(ByteBuf source, ByteBuf own) {
        this.source = source;
        this.own = own;
        this.from = source.nioBufferCount() == 1 ? source.nioBuffer() : null;
        this.to = own.nioBuffer(own.writerIndex(), own.writableBytes());
    }

    /**
     * Stretches of a page that give way to other bytes.
     *
     * @param offsets of the stretches, in their order
     * @param lengths 0 where bytes are inserted
     * @param ends what each stretch gives way to, after what is chosen for one response
     */
    @SuppressWarnings("ArrayRecordComponent") // compared with nothing
    record Stretches(int[] offsets, int[] lengths, byte[][] ends) {
        /** The size of the buffer that {@link #write} needs; a stretch with nothing in {@code before} stays. */
        int room(byte[][] before, int pageLength) {
            int room = 0;
            int at = 0;
            for (int i = 0; i < offsets.length; i++) {
                if (before[i].length > 0) {
                    room += copied(offsets[i] - at) + before[i].length + ends[i].length;
                    at = offsets[i] + lengths[i];
                }
            }
            return room + copied(pageLength - at);
        }

        /** The page with what is before each end, and that end, in place of its stretch. */
        ByteBuf write(ByteBuf source, byte[][] before, ByteBuf own) {
            PageBufferAssembler pieces = new PageBufferAssembler(source, own);
            try {
                for (int i = 0; i < offsets.length; i++) {
                    if (before[i].length > 0) {
                        pieces.upTo(offsets[i]);
                        pieces.to.put(before[i]).put(ends[i]);
                        pieces.at = offsets[i] + lengths[i];
                    }
                }
                return pieces.whole();
            } catch (Throwable e) {
                pieces.giveUp();
                throw e;
            }
        }
    }

    private static int copied(int stretch) {
        return stretch >= SHARED ? 0 : stretch;
    }

    private void upTo(int place) {
        int length = place - at;
        if (length >= SHARED) {
            before.add(to.position());
            shared.add(source.retainedSlice(source.readerIndex() + at, length));
        } else {
            copy(length);
        }
        at = place;
    }

    private void copy(int length) {
        Objects.checkFromIndexSize(at, length, source.readableBytes());
        ByteBuffer page = from;
        if (page == null) {
            source.getBytes(source.readerIndex() + at, to.slice(to.position(), length));
        } else {
            to.put(to.position(), page, page.position() + at, length);
        }
        to.position(to.position() + length);
    }

    /** Appends the rest; returns the whole as a buffer of the caller's. */
    private ByteBuf whole() {
        upTo(source.readableBytes());
        own.writerIndex(to.position());
        return shared.isEmpty() ? own : composed();
    }

    private void giveUp() {
        own.release();
        for (ByteBuf piece : shared) {
            piece.release();
        }
    }

    private ByteBuf composed() {
        CompositeByteBuf whole = ByteBufAllocator.DEFAULT.compositeBuffer(2 * shared.size() + 1);
        try {
            int from = 0;
            for (int i = 0; i < shared.size(); i++) {
                from = add(whole, from, before.get(i));
                // From here on the stretch is the whole's.
                whole.addComponent(true, shared.set(i, Unpooled.EMPTY_BUFFER));
            }
            add(whole, from, own.writerIndex());
        } catch (Throwable e) {
            whole.release();
            throw e;
        }
        own.release();
        return whole;
    }

    private int add(CompositeByteBuf whole, int from, int to) {
        if (to > from) {
            whole.addComponent(true, own.retainedSlice(from, to - from));
        }
        return to;
    }
}
