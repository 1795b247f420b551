package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
            List<String> again = new ArrayList<>();
            // A read at a negative position throws no IOException.
            BlockwiseOutgoingBody source =
                    new BlockwiseOutgoingBody(new FileBlockReader(file, -5), 100, Runnable::run, Runnable::run);
            assertNull(source.take(10, () -> again.add("again")));
            assertEquals(List.of("again"), again);
            IOException failed = assertThrows(IOException.class, () -> source.take(10, () -> {}));
            assertInstanceOf(IllegalArgumentException.class, failed.getCause());
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
            assertThrows(
                    IllegalArgumentException.class,
                    () -> OutgoingPeerResponse.of(copy, 0, Runnable::run, Runnable::run));
            assertFalse(file.isOpen());
        }
    }

    private record Broken() implements OutgoingBody {
        @Override
        public long left() {
            return 5;
        }

        @Override
        public @Nullable ByteBuf take(int most, Runnable again) {
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
                    public void sentLate() {}
                },
                () -> true);
        bodies.add(1, new Broken(), 0);
        assertNotNull(assertThrows(UncheckedIOException.class, () -> bodies.cancel(1)));
        assertEquals(List.of("ended"), events);
    }
}
