package io.gosling.tools.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Parses libCacheSim's oracleGeneral format: for each request 24 bytes, little-endian, which are a time in seconds (4),
 * an object (8), its size (4) and the number of the next request for it (8), which is ignored.
 */
final class OracleGeneralParser implements TraceParser {
    private static final int WIDTH = 24;

    @Override
    public void read(InputStream in, TraceBuilder draft) throws IOException {
        byte[] piece = new byte[WIDTH << 10];
        int read;
        do {
            read = in.readNBytes(piece, 0, piece.length);
            ByteBuffer records = ByteBuffer.wrap(piece, 0, read).order(ByteOrder.LITTLE_ENDIAN);
            for (; records.remaining() >= WIDTH; records.position(records.position() + Long.BYTES)) {
                long time = Integer.toUnsignedLong(records.getInt());
                long id = records.getLong();
                long size = Integer.toUnsignedLong(records.getInt());
                if (draft.counts(time)) {
                    int object = draft.object(id);
                    draft.ask(object);
                    draft.size(object, size);
                }
            }
            if (records.hasRemaining()) {
                draft.broken();
            }
        } while (read == piece.length);
    }
}
