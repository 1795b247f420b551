package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests the answers of a member's cluster port to strangers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GridPortTest {
    /** Hazelcast's answer to an unknown protocol. */
    private static final String UNEXPECTED = "HZX";

    private static final List<String> FIRST_BYTES = List.of(
            "CP2 a client of the grid",
            "GET /hazelcast/health HTTP/1.1\r\nHost: h\r\n\r\n",
            "POST /hazelcast/rest/management/cluster/clusterShutdown HTTP/1.1\r\nHost: h\r\n\r\n",
            "get cache key\r\n",
            "\u0016\u0003\u0001\u0002");

    private final Members members = new Members();
    private final InetSocketAddress port =
            members.start("n1", NodeRole.ALL).member().address();

    @AfterAll
    void close() {
        members.close();
    }

    /** All at once, since some wait for the timeout of the grid. */
    @Test
    void onlyMembersAreTalkedTo() throws IOException {
        Map<String, Socket> strangers = new LinkedHashMap<>();
        try {
            for (String firstBytes : FIRST_BYTES) {
                Socket stranger = new Socket(port.getAddress(), port.getPort());
                strangers.put(firstBytes, stranger);
                stranger.setSoTimeout(30_000);
                stranger.getOutputStream().write(firstBytes.getBytes(StandardCharsets.ISO_8859_1));
            }
            for (Map.Entry<String, Socket> stranger : strangers.entrySet()) {
                String text = toTheEnd(stranger.getValue().getInputStream());
                assertTrue(text.isEmpty() || text.equals(UNEXPECTED), () -> stranger.getKey() + " got " + text);
            }
        } finally {
            for (Socket stranger : strangers.values()) {
                stranger.close();
            }
        }
    }

    /** The bytes until the connection is closed or reset. */
    private static String toTheEnd(InputStream in) {
        StringBuilder text = new StringBuilder();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                text.append((char) next);
            }
        } catch (SocketTimeoutException e) {
            return text + "(and is kept open)";
        } catch (IOException e) {
            return text.toString();
        }
        return text.toString();
    }

    @Test
    void thePortListensOnTheAddressThatItWasGivenAndOnNoOther() throws IOException {
        assertEquals(InetAddress.getLoopbackAddress(), port.getAddress());
        InetSocketAddress other = new InetSocketAddress("127.0.0.2", port.getPort());
        try (Socket stranger = new Socket()) {
            assertTrue(isRefused(stranger, other), other::toString);
        }
    }

    private static boolean isRefused(Socket socket, InetSocketAddress address) {
        try {
            socket.connect(address, 30_000);
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
