package io.gosling.site.cgi;

import io.gosling.document.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A program's output that must be as long as its header has announced. It must be read to its end, where it becomes
 * known how the program has ended, so a reader must not stop at that length.
 */
final class MeasuredOutput extends BlockInputStream {
    private final InputStream in;
    private final long length;
    private long read;

    /** @param length in bytes, as announced */
    MeasuredOutput(InputStream in, long length) {
        this.in = in;
        this.length = length;
    }

    @Override
    public int read(byte[] to, int offset, int most) throws IOException {
        int count = in.read(to, offset, most);
        read += Math.max(0, count);
        if (read > length || (count < 0 && read < length)) {
            throw new IOException(
                    "it announces " + length + " bytes, and has written " + (count < 0 ? "" : "at least ") + read);
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
