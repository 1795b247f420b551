package io.gosling.http.documents;

import io.gosling.document.BlockInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A stream of a part of another one; ends early with an error, never silently. Does not close the stream. */
final class StreamWindow extends BlockInputStream {
    private final InputStream in;
    private long skip;
    private long left;

    StreamWindow(InputStream in, long skip, long length) {
        this.in = in;
        this.skip = skip;
        this.left = length;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        in.skipNBytes(skip);
        skip = 0;
        int read = in.read(to, offset, (int) Math.min(length, left));
        if (read < 0) {
            throw new EOFException("the stream ended " + left + " bytes early");
        }
        left -= read;
        return read;
    }
}
