package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentRoot;
import io.gosling.http.Handler;
import io.gosling.http.documents.DocumentHandler;
import io.gosling.testing.FrameClient;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.Site;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that change while clients have them, and names beyond ASCII, over sockets. */
@Timeout(120)
class ChangingFilesTest {
    private final Site files = Site.empty();
    private final Handler handler = new DocumentHandler(DocumentRoot.at(files.directory()), "n1");

    ChangingFilesTest() throws IOException {}

    @AfterEach
    void delete() {
        files.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1000, 300_000, 17 << 20})
    void aLogThatGrowsAllTheTimeIsSentAsItWas(int size) throws Exception {
        files.file("a.log", Site.noise(size, 1));
        Path log = files.directory().resolve("a.log");
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            try (OutputStream out = Files.newOutputStream(log, StandardOpenOption.APPEND)) {
                while (!over.get()) {
                    out.write("line\n".getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            for (int i = 0; i < 5; i++) {
                RawResponse whole = client.get("/a.log");
                assertEquals(200, whole.status());
                assertTrue(whole.body().length >= size);
                assertArrayEquals(Arrays.copyOf(Files.readAllBytes(log), whole.body().length), whole.body());
                RawResponse end = client.get("/a.log", "Range", "bytes=-10");
                assertTrue(end.status() == 206 || size == 0, end.statusLine());
            }
        } finally {
            over.set(true);
            writer.join();
        }
    }

    @Test
    void aFileThatBecomesShorterEndsTheConnection() throws Exception {
        files.file("a.bin", Site.noise(64 << 20, 1));
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = RawConnection.open(server.server().address(), 4096)) {
            client.request("GET", "/a.bin");
            assertEquals('H', client.readByte());
            try (FileChannel file = FileChannel.open(files.directory().resolve("a.bin"), StandardOpenOption.WRITE)) {
                file.truncate(1000);
            }
            long read = 1;
            while (!client.ends()) {
                read++;
            }
            assertTrue(read < 64 << 20, read + " bytes came");
        }
    }

    @Test
    void aNameBeyondAsciiMayBeSentAsItIs() throws Exception {
        files.file("caf\u00e9.txt", "coffee");
        String raw = new String("/caf\u00e9.txt".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            assertEquals("coffee", client.get(raw).text());
            assertEquals("coffee", client.get("/caf%C3%A9.txt").text());
            assertEquals(400, client.get("/caf\u00e9.txt").status(), "not UTF-8");
            assertEquals(404, client.get(raw + "x").status());
        }
        try (ServerFixture server = ServerFixture.start(ServerFixture.http2(), handler);
                FrameClient client = FrameClient.open(server.server().address())) {
            assertEquals(200, client.get(1, raw).expect(FrameClient.HEADERS).status());
        }
    }
}
