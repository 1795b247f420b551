package io.gosling.gos.space;

import io.gosling.document.Body;
import io.gosling.document.BodyBufferAllocator;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.EntityTagGenerator;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.document.RevalidationResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Files in a map. Each write gives a new stamp; reads can be counted, held up and made to fail. Any thread. */
public final class FakeFiles implements DocumentSource {
    final AtomicInteger finds = new AtomicInteger();
    final AtomicInteger checks = new AtomicInteger();
    private final Map<String, File> files = new ConcurrentHashMap<>();
    private final AtomicLong clock = new AtomicLong();
    private volatile @Nullable IOException failure;
    private volatile Runnable beforeFind = () -> {};

    /** True if bytes are read into the destination that the caller gives. */
    volatile boolean readsInto;

    /** The destination of the last read. */
    volatile @Nullable ByteBuf readInto;

    private record File(byte[] bytes, FileStamp stamp) {}

    public FakeFiles write(String path, String text) {
        return write(path, text.getBytes(StandardCharsets.UTF_8));
    }

    public FakeFiles write(String path, byte[] bytes) {
        files.put(path, new File(bytes, new FileStamp(bytes.length, clock.incrementAndGet(), "f" + hashCode())));
        return this;
    }

    void delete(String path) {
        files.remove(path);
    }

    void failWith(@Nullable IOException e) {
        failure = e;
    }

    void beforeFind(Runnable action) {
        beforeFind = action;
    }

    @Override
    public LookupResult find(DocumentPath path, BodyBufferAllocator to) throws IOException {
        return read(path, readsInto ? to : BodyBufferAllocator.none());
    }

    @Override
    public LookupResult find(DocumentPath path) throws IOException {
        return read(path, BodyBufferAllocator.none());
    }

    private LookupResult read(DocumentPath path, BodyBufferAllocator to) throws IOException {
        finds.incrementAndGet();
        beforeFind.run();
        throwIfFailing();
        File file = files.get(path.key());
        if (file == null) {
            return new LookupResult.Absent();
        }
        readInto = to.of(file.bytes.length);
        ByteBuf room = readInto;
        ByteBuf bytes =
                (room == null ? Unpooled.directBuffer(Math.max(1, file.bytes.length)) : room).writeBytes(file.bytes);
        return new LookupResult.Found(new Document(
                new Representation("text/html", file.bytes.length, etag(file.bytes), Instant.EPOCH),
                file.stamp,
                new Body.InMemory(bytes),
                new Provenance(ResponseSource.LOCAL_DISK, "fake")));
    }

    static String etag(byte[] bytes) {
        return EntityTagGenerator.ofContent(ByteBuffer.wrap(bytes));
    }

    @Override
    public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException {
        checks.incrementAndGet();
        throwIfFailing();
        File file = files.get(path.key());
        if (file == null) {
            return RevalidationResult.GONE;
        }
        return file.stamp.equals(known) ? RevalidationResult.UNCHANGED : RevalidationResult.CHANGED;
    }

    private void throwIfFailing() throws IOException {
        IOException e = failure;
        if (e != null) {
            throw e;
        }
    }
}
