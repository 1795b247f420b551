package io.gosling.gos.link;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.ResponseSource;
import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerCopy;
import io.gosling.gos.memory.PeerAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A copy on its way to another node: what fits into the first frame, and the rest.
 *
 * @param first one reference belongs to the copy
 * @param rest null when the first bytes are all
 */
record OutgoingCopy(PeerCopy about, ByteBuf first, @Nullable LinkSource rest) {
    /**
     * Takes over a document and its body. Reads the first block of a file, and so must not be called with one on an
     * event loop.
     *
     * @param work reads the other blocks of a file
     * @param loop takes them
     * @throws IOException when the file cannot be read, or the body is neither in memory nor in a file; it is closed
     */
    static OutgoingCopy of(PeerAnswer.Copy copy, Executor work, Executor loop) throws IOException {
        Document document = copy.document();
        PeerCopy about = new PeerCopy(
                document.representation(),
                document.stamp(),
                document.provenance().from() == ResponseSource.LOCAL_DISK,
                copy.version(),
                PeerCopy.millis(copy.uncheckedNanos()));
        return switch (document.body()) {
            case Body.InMemory memory -> inMemory(about, memory.bytes());
            case Body.InFile file -> inFile(about, file, work, loop);
            case Body body -> {
                body.close();
                throw new IOException("a body that is neither in memory nor in a file");
            }
        };
    }

    private static OutgoingCopy inMemory(PeerCopy about, ByteBuf bytes) {
        return bytes.readableBytes() <= FrameKind.MOST_BODY
                ? new OutgoingCopy(about, bytes, null)
                : new OutgoingCopy(about, bytes.readRetainedSlice(FrameKind.MOST_BODY), LinkSource.of(bytes));
    }

    private static OutgoingCopy inFile(PeerCopy about, Body.InFile file, Executor work, Executor loop)
            throws IOException {
        int now = (int) Math.min(file.length(), FrameKind.MOST_BODY);
        FileReader reader = new FileReader(file.channel(), file.position());
        ByteBuf first = Unpooled.EMPTY_BUFFER;
        try {
            first = now == 0 ? first : reader.next(now);
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
        if (now == file.length()) {
            file.close();
            return new OutgoingCopy(about, first, null);
        }
        return new OutgoingCopy(about, first, new ReadSource(reader, file.length() - now, work, loop));
    }

    void release() {
        first.release();
        if (rest != null) {
            rest.close();
        }
    }
}
