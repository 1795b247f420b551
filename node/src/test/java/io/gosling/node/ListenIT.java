package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.RawConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unix sockets and load balancers in front of the built jar: a node, and a front-end above it. */
class ListenIT {
    @TempDir
    private Path folder;

    @Test
    void aNodeAndAFrontEndAreReachedByFileAndThroughALoadBalancer() throws Exception {
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        Path below = folder.resolve("node.sock");
        Path above = folder.resolve("front.sock");
        Path log = folder.resolve("access.log");
        try (RunningProcess node = RunningProcess.gosling(
                        RunningProcess.serve(site, "--unix-socket", below.toString(), "--unix-socket-mode", "600"));
                RunningProcess frontEnd = RunningProcess.gosling(RunningProcess.dispatch(
                        node.ready().get("http"),
                        "--unix-socket",
                        above.toString(),
                        "--proxy-protocol-from",
                        "127.0.0.1,unix",
                        "--access-log",
                        log.toString()))) {
            String port = frontEnd.ready().get("http");
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(below)));
            String index = Files.readString(site.resolve("index.html"));
            assertTrue(ask(below, "").endsWith(index));
            assertEquals("", ask(above, ""), "a load balancer that names nobody");
            assertTrue(ask(above, "PROXY TCP4 192.0.2.7 10.0.0.1 1 2\r\n").endsWith(index));
            int colon = port.lastIndexOf(':');
            try (RawConnection balancer = RawConnection.open(
                    new InetSocketAddress("127.0.0.1", Integer.parseInt(port.substring(colon + 1))))) {
                balancer.send("PROXY TCP4 192.0.2.8 10.0.0.1 1 2\r\n");
                assertEquals(200, balancer.get("/index.html").status());
            }
            frontEnd.terminate();
            assertEquals(0, frontEnd.status(), frontEnd.err());
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
        assertFalse(Files.exists(below), "removed at the stop");
        assertFalse(Files.exists(above), "removed at the stop");
        String lines = Files.readString(log);
        assertTrue(lines.contains("192.0.2.7 - - "), lines);
        assertTrue(lines.contains("192.0.2.8 - - "), lines);
    }

    private static String ask(Path socket, String before) throws IOException {
        try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            String request = before + "GET /index.html HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
            client.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            return new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
