package io.gosling.tools.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Parses object numbers of 4 or 8 bytes, big-endian, and nothing else. Their sizes are drawn. */
record RawNumbersParser(int width, Sizes sizes) implements TraceParser {
    @Override
    public void read(InputStream in, TraceBuilder draft) throws IOException {
        byte[] piece = new byte[width << 12];
        int read;
        do {
            read = in.readNBytes(piece, 0, piece.length);
            ByteBuffer numbers = ByteBuffer.wrap(piece, 0, read);
            while (numbers.remaining() >= width) {
                draft.ask(draft.object(width == Integer.BYTES ? (long) numbers.getInt() : numbers.getLong()));
            }
            if (numbers.hasRemaining()) {
                draft.broken();
            }
        } while (read == piece.length);
        draft.sizes(sizes);
    }
}
