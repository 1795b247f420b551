package io.gosling.origin.cache;

import io.gosling.document.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of one response from one source after another: where a node breaks off, the next one continues, so that
 * the reader loses nothing. Used by one thread.
 */
final class FailoverBody extends BlockInputStream {
    private static final System.Logger LOG = System.getLogger(OriginHandler.class.getName());

    private final BodyResumption next;
    private BodyResumption.Source now;
    private long position;

    /** @param first of a node, or of the disk */
    FailoverBody(InputStream first, BodyResumption next) {
        this.now = new BodyResumption.Source(first, null, false);
        this.next = next;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        while (true) {
            try {
                int read = now.in().read(to, offset, length);
                position += Math.max(0, read);
                return read;
            } catch (IOException e) {
                if (now.last()) {
                    throw e;
                }
                now.in().close();
                now = next.after(e, position);
            }
        }
    }

    @Override
    public int available() throws IOException {
        return now.in().available();
    }

    @Override
    public void close() {
        try {
            now.in().close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing a response of another node", e);
        }
    }
}
