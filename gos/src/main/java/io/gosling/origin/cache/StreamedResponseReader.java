package io.gosling.origin.cache;

import io.gosling.document.BlockInputStream;
import io.gosling.http.StatusException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads a response along with its fetch. Used by one thread.
 *
 * <p>An origin that breaks off is no fault of this server: the answer is 502, or 504 on a timeout, as long as nothing
 * of the response has been sent, and the end of the connection afterwards.
 */
final class StreamedResponseReader extends BlockInputStream {
    private static final System.Logger LOG = System.getLogger(OriginHandler.class.getName());
    private static final String TOO_LARGE = "the response is too large to be shared";

    private final StreamedFetch streamedReply;
    private final boolean leader;
    private final @Nullable BodyResumption beyond;
    private @Nullable InputStream rest;
    private int position;
    private boolean closed;

    /** @param beyond the source for a reader other than the leader, if the response is too large; null for none */
    StreamedResponseReader(StreamedFetch streamedReply, boolean leader, @Nullable BodyResumption beyond) {
        this.beyond = beyond;
        this.streamedReply = streamedReply;
        this.leader = leader;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        try {
            int read = streamedReply.read(position, to, offset, length, Long.MAX_VALUE);
            if (read == 0) {
                InputStream from = rest == null ? rest() : rest;
                rest = from;
                return from.read(to, offset, length);
            }
            position += Math.max(0, read);
            return read;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    @Override
    public int available() throws IOException {
        return rest == null ? streamedReply.available(position) : rest.available();
    }

    /** Reads with a timeout, for a reader other than the leader; 0 when there are no bytes yet, -1 at the end. */
    int read(byte[] to, Duration timeout) throws IOException {
        int read = streamedReply.read(position, to, 0, to.length, timeout.toNanos());
        if (read == 0) {
            throw new IOException(TOO_LARGE);
        }
        position += Math.max(0, read);
        return read == StreamedFetch.NOT_YET ? 0 : read;
    }

    /** The bytes beyond the room in memory. */
    private InputStream rest() throws IOException {
        IOException tooLarge = new IOException(TOO_LARGE);
        if (!leader && beyond == null) {
            throw tooLarge;
        }
        return beyond == null
                ? streamedReply.rest()
                : beyond.after(tooLarge, position).in();
    }

    /**
     * The exception for an origin's response that broke off.
     *
     * @throws InterruptedIOException when it was not the origin, but this server's end
     */
    static StatusException broken(IOException why) throws InterruptedIOException {
        if (why instanceof InterruptedIOException interrupted && !(why instanceof SocketTimeoutException)) {
            throw interrupted;
        }
        LOG.log(System.Logger.Level.INFO, "a response broke off on its way: {0}", String.valueOf(why));
        return new StatusException(
                why instanceof SocketTimeoutException ? 504 : 502, "the origin's response broke off", why);
    }

    private static void closeRest(InputStream rest) {
        try {
            rest.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing the rest of a response", e);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            streamedReply.closed(leader);
            if (rest != null && !leader) {
                closeRest(rest);
            }
        }
    }
}
