package io.gosling.tools.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiConsumer;

/** Parses records of a fixed number of bytes, one for each request. */
record BinaryRecordParser(int width, ByteOrder order, BiConsumer<ByteBuffer, TraceBuilder> each)
        implements TraceParser {
    /** Object numbers of 4 or 8 bytes, big-endian, and nothing else. */
    static TraceParser numbers(int width) {
        return new BinaryRecordParser(
                width,
                ByteOrder.BIG_ENDIAN,
                (record, draft) ->
                        draft.ask(draft.object(width == Integer.BYTES ? (long) record.getInt() : record.getLong())));
    }

    /**
     * libCacheSim's oracleGeneral format: 24 bytes, little-endian, which are a time in seconds (4), an object (8), its
     * size (4) and the number of the next request for it (8), which is ignored.
     */
    static TraceParser oracleGeneral() {
        return new BinaryRecordParser(24, ByteOrder.LITTLE_ENDIAN, (record, draft) -> {
            long time = Integer.toUnsignedLong(record.getInt());
            long id = record.getLong();
            long size = Integer.toUnsignedLong(record.getInt());
            if (draft.counts(time)) {
                draft.ask(draft.object(id), size);
            }
        });
    }

    @Override
    public void read(InputStream in, TraceBuilder draft) throws IOException {
        byte[] piece = new byte[width << 10];
        ByteBuffer records = ByteBuffer.wrap(piece).order(order);
        int read;
        do {
            read = in.readNBytes(piece, 0, piece.length);
            for (int at = 0; at + width <= read; at += width) {
                each.accept(records.position(at), draft);
            }
            if (read % width > 0) {
                draft.broken();
            }
        } while (read == piece.length);
    }
}
