package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.gos.link.frame.PeerCopyMetadata;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.SampleFrames;
import io.gosling.gos.memory.PeerObjectResult;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that cannot be read: their files are closed, and their ends reported. */
class LinkSourcesTest {
    @TempDir
    Path directory;

    private FileChannel open() throws IOException {
        return FileChannel.open(Files.write(directory.resolve("file.bin"), new byte[100]));
    }

    @Test
    void aReadThatFailsUnexpectedlyEndsTheBodyAndClosesTheFile() throws Exception {
        try (FileChannel file = open()) {
            // A read at a negative position throws no IOException.
            OutgoingBody source = new OutgoingBody(new FileBlockReader(file, -5), 100, Runnable::run);
            assertInstanceOf(PeerFrame.Failed.class, source.next(10));
            assertTrue(source.isOver());
            source.close();
            assertFalse(file.isOpen());
        }
    }

    @Test
    void aFirstBlockThatFailsUnexpectedlyClosesTheFile() throws Exception {
        try (FileChannel file = open()) {
            PeerCopyMetadata about = SampleFrames.copy(100);
            Document document = new Document(
                    about.representation(),
                    about.stamp(),
                    new Body.InFile(file, -5, 100),
                    new Provenance(ResponseSource.LOCAL_DISK, "n2"));
            PeerObjectResult.Copy copy = new PeerObjectResult.Copy(document, 1, 0);
            assertThrows(IllegalArgumentException.class, () -> OutgoingPeerResponse.of(copy, 0, Runnable::run));
            assertFalse(file.isOpen());
        }
    }

    private record Broken() implements OutgoingBody.Reader {
        @Override
        public @Nullable ByteBuf next(int most) {
            return null;
        }

        @Override
        public void close() {
            throw new UncheckedIOException(new IOException("the disk is gone"));
        }
    }

    @Test
    void aBodyThatCannotBeClosedHasEndedAllTheSame() {
        List<String> events = new ArrayList<>();
        OutgoingBodies bodies = new OutgoingBodies(
                new OutgoingBodies.Output() {
                    @Override
                    public boolean write(int id, PeerFrame frame) {
                        return true;
                    }

                    @Override
                    public void ended() {
                        events.add("ended");
                    }

                    @Override
                    public void batchEnded() {}
                },
                Runnable::run,
                () -> true);
        bodies.add(1, new OutgoingBody(new Broken(), 5, null), 0);
        assertNotNull(assertThrows(UncheckedIOException.class, () -> bodies.cancel(1)));
        assertEquals(List.of("ended"), events);
    }

    @Test
    void aBodyThatEndsWhileItIsReadIsClosedAfterwards() throws Exception {
        try (FileChannel file = open()) {
            List<Runnable> work = new ArrayList<>();
            List<PeerFrame> written = new ArrayList<>();
            AtomicInteger ended = new AtomicInteger();
            OutgoingBodies bodies = new OutgoingBodies(
                    new OutgoingBodies.Output() {
                        @Override
                        public boolean write(int id, PeerFrame frame) {
                            frame.body().release();
                            return written.add(frame);
                        }

                        @Override
                        public void ended() {
                            ended.incrementAndGet();
                        }

                        @Override
                        public void batchEnded() {}
                    },
                    Runnable::run,
                    () -> true);
            bodies.add(1, new OutgoingBody(new FileBlockReader(file, 0), 100, work::add), 60);
            bodies.send();
            work.removeFirst().run();
            assertEquals(1, written.size());
            bodies.credit(1, 60);
            bodies.send();
            bodies.cancel(1);
            assertEquals(1, ended.get());
            assertTrue(file.isOpen(), "it is being read");
            work.removeFirst().run();
            assertEquals(1, written.size());
            work.removeFirst().run();
            assertFalse(file.isOpen());
            assertEquals(List.of(), work);
        }
    }
}
