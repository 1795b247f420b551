package io.gosling.gos.link;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.ResponseSource;
import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerCopyMetadata;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.memory.PeerObjectResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An answer on its way to another node: its frame, with what fits into it of a body, and the rest.
 *
 * @param frame one reference of its body belongs to the answer
 * @param rest null when the frame is all
 */
record OutgoingPeerResponse(PeerFrame frame, @Nullable OutgoingBody rest) {
    static OutgoingPeerResponse of(PeerFrame frame) {
        return new OutgoingPeerResponse(frame, null);
    }

    /** The answer that a step results in, which may block; an exception is one too. */
    static OutgoingPeerResponse by(Callable<OutgoingPeerResponse> step) {
        try {
            return step.call();
        } catch (Exception | Error e) {
            return of(new PeerFrame.Failed(String.valueOf(e.getMessage())));
        }
    }

    /**
     * Takes over a document and its body. Reads the first block of a file, and so must not be called with one on an
     * event loop.
     *
     * @param load questions that this node has in hand
     * @param work reads the other blocks of a file
     * @throws IOException when the file cannot be read, or the body is neither in memory nor in a file; it is closed
     */
    static OutgoingPeerResponse of(PeerObjectResult.Copy copy, int load, Executor work) throws IOException {
        Document document = copy.document();
        PeerCopyMetadata about = new PeerCopyMetadata(
                document.representation(),
                document.stamp(),
                document.provenance().from() == ResponseSource.LOCAL_DISK,
                copy.version(),
                PeerCopyMetadata.millis(copy.uncheckedNanos()));
        Function<ByteBuf, PeerFrame> have = first -> new PeerFrame.Have(about, load, first);
        return switch (document.body()) {
            case Body.InMemory memory -> inMemory(have, memory.bytes());
            case Body.InFile file -> inFile(have, file, work);
            case Body body -> {
                body.close();
                throw new IOException("a body that is neither in memory nor in a file");
            }
        };
    }

    /**
     * Takes over bytes in memory.
     *
     * @param frame made of those that fit into it
     */
    static OutgoingPeerResponse inMemory(Function<ByteBuf, PeerFrame> frame, ByteBuf bytes) {
        return bytes.readableBytes() <= FrameKind.MOST_BODY
                ? of(frame.apply(bytes))
                : new OutgoingPeerResponse(
                        frame.apply(bytes.readRetainedSlice(FrameKind.MOST_BODY)), OutgoingBody.of(bytes));
    }

    private static OutgoingPeerResponse inFile(Function<ByteBuf, PeerFrame> frame, Body.InFile file, Executor work)
            throws IOException {
        int now = (int) Math.min(file.length(), FrameKind.MOST_BODY);
        FileBlockReader reader = new FileBlockReader(file.channel(), file.position());
        ByteBuf first = Unpooled.EMPTY_BUFFER;
        try {
            first = now == 0 ? first : reader.next(now);
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
        if (now == file.length()) {
            file.close();
            return of(frame.apply(first));
        }
        return new OutgoingPeerResponse(frame.apply(first), new OutgoingBody(reader, file.length() - now, work));
    }

    void release() {
        frame.body().release();
        if (rest != null) {
            rest.close();
        }
    }
}
