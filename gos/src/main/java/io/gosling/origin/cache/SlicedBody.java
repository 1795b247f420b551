package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.SliceLayout;
import io.gosling.caching.StoredResponseHead;
import io.gosling.document.BlockInputStream;
import io.gosling.document.Body;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.netty.buffer.ByteBufInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a large response, slice after slice, of which it holds one at a time: a slow client keeps no more in
 * memory, and one that leaves causes no more fetches. Each slice is fetched as if a client had requested it, from the
 * open response of the origin where there is one. Skipped slices are not fetched. A slice that breaks off is
 * requested once more: its name guarantees that the bytes are the same. Used by one thread.
 */
final class SlicedBody extends BlockInputStream {
    private static final int NONE = -1;

    /** Statuses that report that there is no such whole: other refusals may depend on the client. */
    private static final Set<Integer> NO_SUCH_WHOLE = Set.of(404, 410, 416);

    private final OriginLookup origin;
    private final CacheRequest request;
    final StoredResponseHead sliceIndex;
    final SliceLayout cut;
    final @Nullable OpenOriginResponse open;
    private final String version;
    private volatile boolean refused;
    private long position;
    private int broken = NONE;
    private @Nullable Body slice;
    /** The open slice from here on; null for none. */
    private @Nullable InputStream in;

    private long at;

    /** @param open a response of the origin that has some of the bytes; passes over, null for none */
    SlicedBody(
            OriginLookup origin,
            CacheRequest request,
            StoredResponseHead sliceIndex,
            SliceLayout cut,
            @Nullable OpenOriginResponse open) {
        this.origin = origin;
        this.request = request;
        this.sliceIndex = sliceIndex;
        this.cut = cut;
        this.open = open;
        this.version = cut.version(sliceIndex);
    }

    private String key(int index) {
        return ResponseMemory.key(request.url(), SliceLayout.name(version, index));
    }

    /** True if all slices of these ranges are here. */
    boolean hasAll(List<ByteSpan> wanted) {
        return wanted.stream()
                .flatMapToInt(span -> IntStream.rangeClosed(cut.indexOf(span.first()), cut.indexOf(span.last())))
                .allMatch(index -> origin.fetcher().memory().holds(key(index)));
    }

    /** Returns true if the headers of a part, judged as of a 200, allow storing it. */
    boolean mayKeep(Headers fields) {
        return origin.fetcher().storagePolicy().mayKeep(request, fields);
    }

    boolean isRefused() {
        return refused;
    }

    /**
     * The origin has given something else than a slice, which may be private to an identified client. Any thread.
     *
     * @param same true if it is of the same version
     */
    void refused(int status, boolean same) {
        refused = true;
        boolean whole = status == 200 || status == 206;
        if (request.isPersonal()) {
            return;
        }
        if (status == 200 && same) {
            // It gives no ranges any more.
            ResponseStoragePolicy policy = origin.fetcher().storagePolicy();
            policy.passRanges(request);
            policy.drop(origin.fetcher().key(request));
        } else if (whole || NO_SUCH_WHOLE.contains(status)) {
            origin.forget(request, sliceIndex, whole);
        }
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
        if (refused) {
            throw new IOException("the origin does not give the rest of it");
        }
        Response response = origin.find(request.forSlice(new ResponseSlice(this, index), key(index)));
        if (open != null) {
            open.passedBy(cut.of(index));
        }
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
        if (open != null) {
            open.giveUp();
        }
    }
}
