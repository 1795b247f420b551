package io.gosling.origin.cache;

import io.gosling.caching.SliceLayout;
import io.gosling.document.BlockInputStream;
import io.gosling.document.Body;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.netty.buffer.ByteBufInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a large response, slice after slice, of which it holds one at a time: a slow client keeps no more in
 * memory, and one that leaves causes no more fetches. Skipped slices are not fetched. A slice that breaks off is
 * requested once more: its name guarantees that the bytes are the same. Used by one thread.
 */
final class SlicedBody extends BlockInputStream {
    private static final int NONE = -1;

    private final SliceLayout cut;
    private final SliceFetcher source;
    private long position;
    private int broken = NONE;
    private @Nullable Body slice;
    /** The open slice from here on; null for none. */
    private @Nullable InputStream in;

    private long at;

    SlicedBody(SliceLayout cut, SliceFetcher source) {
        this.cut = cut;
        this.source = source;
    }

    /** Opens the slice with this byte; returns its response, for the caller to close unless this {@link #isOpen}. */
    Response open(long first) throws IOException {
        return fetch(cut.indexOf(first));
    }

    boolean isOpen() {
        return slice != null;
    }

    private Response fetch(int index) throws IOException {
        drop();
        Response response = source.fetch(index);
        Body body = response.body();
        if (response.status() == 200
                && body != null
                && body.length() == cut.of(index).length()) {
            slice = body;
            in = switch (body) {
                case Body.Streamed streamed -> streamed.in();
                case Body.InMemory memory ->
                    new ByteBufInputStream(memory.bytes().duplicate());
                case Body.InFile file -> throw new IllegalStateException("a slice in a file");
                case Body.Written written -> throw new IllegalStateException("a slice that is written");
            };
            at = cut.of(index).first();
        }
        return response;
    }

    private void drop() {
        if (slice != null) {
            slice.close();
        }
        slice = null;
        in = null;
    }

    @Override
    public long skip(long count) {
        long skipped = Math.clamp(count, 0, cut.length() - position);
        position += skipped;
        return skipped;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (position < cut.length()) {
            int index = cut.indexOf(position);
            try {
                return readFrom(index, to, offset, length);
            } catch (StatusException e) {
                again(index, e);
            } catch (IOException e) {
                if (e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException)) {
                    throw e;
                }
                again(index, StreamedResponseReader.broken(e));
            }
        }
        return -1;
    }

    /** Requests a slice again; it may break off once. */
    private void again(int index, StatusException why) {
        if (broken == index) {
            throw why;
        }
        broken = index;
        drop();
    }

    private int readFrom(int index, byte[] to, int offset, int length) throws IOException {
        InputStream from = in;
        if (from == null || at > position || cut.indexOf(at) != index) {
            Response response = fetch(index);
            from = in;
            if (from == null) {
                response.discard();
                throw new IOException("slice " + index + " was answered " + response.status());
            }
        }
        from.skipNBytes(position - at);
        at = position;
        long left = cut.of(index).last() + 1 - position;
        int read = from.read(to, offset, (int) Math.min(left, length));
        if (read < 0) {
            throw new EOFException("slice " + index + " ended " + left + " bytes early");
        }
        position += read;
        at = position;
        if (read == left) {
            drop();
        }
        return read;
    }

    @Override
    public void close() {
        drop();
        source.close();
    }
}
