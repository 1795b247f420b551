package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.documents.DocumentHandler;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.FrameClient.Frame;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A file is never in memory as a whole: one of 10 GiB, most of which is a hole that takes no room on the disk, is asked
 * for, and what buffers take is watched while its first part comes and its client pauses.
 */
@Timeout(120)
class LargeFileTest {
    private static final long SIZE = 10L << 30;
    private static final long READ = 256L << 20;

    /** Growth allowed to buffers: two pieces of 64 KiB, in chunks of at most 8 MiB. */
    private static final long BOUND = 8L << 20;

    private static final String END = "the end";

    private final Site files = Site.empty().file("small.txt", "small");
    private final Handler handler = new DocumentHandler(DocumentRoot.at(files.directory()), "n1");

    /** The next bytes of the body that came: how many. */
    private interface Download {
        long next() throws IOException;
    }

    LargeFileTest() throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(files.directory().resolve("large").toFile(), "rw")) {
            file.seek(SIZE - END.length());
            file.write(END.getBytes(StandardCharsets.US_ASCII));
        }
    }

    @AfterEach
    void delete() {
        files.close();
    }

    @Test
    void bySendfile() throws Exception {
        try (ServerFixture server = ServerFixture.start(handler)) {
            try (Socket socket = new Socket(
                    server.server().address().getAddress(),
                    server.server().address().getPort())) {
                socket.setSoTimeout(30_000);
                assertTakesNoMemory(server, get(socket));
            }
            assertIsLeft(server);
            try (RawConnection client = server.connect()) {
                String range = "Range: bytes=" + (SIZE - END.length()) + "-\r\n";
                assertEquals(
                        END,
                        client.send("GET /large HTTP/1.1\r\nHost: a\r\n" + range + "\r\n")
                                .read()
                                .text());
            }
        }
    }

    @Test
    void overTls() throws Exception {
        TestCertificate.of("localhost").write(files.directory(), "s");
        Path directory = files.directory();
        try (ReloadingTlsContext tls = ReloadingTlsContext.open(
                        TlsSettings.of(new CertificateFiles(directory.resolve("s.pem"), directory.resolve("s.key"))),
                        Ticker.system(),
                        InstantSource.system());
                ServerFixture server =
                        ServerFixture.start(ListenEndpoint.secure(ServerFixture.anyPort(), tls), handler)) {
            try (Socket socket = TlsClient.create().connect(server.server().address(), "localhost")) {
                assertTakesNoMemory(server, get(socket));
            }
            assertIsLeft(server);
        }
    }

    /** The client has room for all of it at once, so that nothing but the server itself holds it back. */
    @Test
    void overHttp2() throws Exception {
        try (ServerFixture server = ServerFixture.start(ServerFixture.http2(), handler)) {
            try (FrameClient client = FrameClient.open(server.server().address())) {
                client.set(FrameClient.INITIAL_WINDOW, 1 << 30).makeRoom(0, 1 << 30);
                assertEquals(
                        200, client.get(1, "/large").expect(FrameClient.HEADERS).status());
                assertTakesNoMemory(server, () -> {
                    Frame data = client.expect(FrameClient.DATA);
                    return data.payload().length;
                });
            }
            assertIsLeft(server);
        }
    }

    private static Download get(Socket socket) throws IOException {
        socket.getOutputStream().write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        assertTrue(head.indexOf("Content-Length: " + SIZE) > 0, () -> head.toString());
        byte[] piece = new byte[64 << 10];
        return () -> in.read(piece);
    }

    private static void assertTakesNoMemory(ServerFixture server, Download download) throws IOException {
        long before = buffers();
        long most = before;
        boolean rested = false;
        for (long read = 0; read < READ; ) {
            long more = download.next();
            assertTrue(more > 0, "broken off after " + read + " bytes");
            read += more;
            most = Math.max(most, buffers());
            if (!rested && read > READ / 2) {
                rested = true;
                most = Math.max(most, mostInPause(server));
            }
        }
        assertEquals(1, server.server().exchanges(), "it is under way still");
        assertTrue(most - before <= BOUND, "buffers grew from " + before + " to " + most + " bytes");
    }

    /** Reads nothing while the server's loop goes round, so that it takes in all that it would. */
    private static long mostInPause(ServerFixture server) {
        long most = 0;
        for (int turn = 0; turn < 3000; turn++) {
            server.transport().eventLoops().submit(() -> {}).syncUninterruptibly();
            most = Math.max(most, buffers());
        }
        return most;
    }

    private static long buffers() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    private static void assertIsLeft(ServerFixture server) {
        Eventually.that(
                "the file is closed when its client has left",
                () -> server.server().exchanges() == 0);
    }
}
