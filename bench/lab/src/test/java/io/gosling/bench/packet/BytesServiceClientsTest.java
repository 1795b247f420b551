package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BytesServiceClientsTest {
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private interface Service {
        void serve() throws IOException;
    }

    private static void run(Service service) {
        Thread.ofVirtual().start(() -> {
            try {
                service.serve();
            } catch (IOException e) {
                // Closed with the test.
            }
        });
    }

    private BytesServiceClients exchanges() {
        InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
        return new BytesServiceClients(Socket::new, new BytesServiceClients.Plan(address, 4, 2000, 80_000));
    }

    @Test
    void everyByteOfBothWaysIsRight() throws Exception {
        run(() -> BytesService.serve(server));
        BytesServiceClients exchanges = exchanges();
        exchanges.start();
        Eventually.that("connections end well", () -> exchanges.connections() >= 50);
        exchanges.stop();
        assertEquals(Map.of(), exchanges.failures());
        assertEquals(0, exchanges.wrong());
        // With a mean of 82 000 each, half of it is very little.
        assertTrue(exchanges.bytes() > exchanges.connections() * 41_000, () -> exchanges.bytes() + " bytes");
        assertTrue(exchanges.millis(50) <= exchanges.millis(99));
    }

    /** Serves each connection like this once it has its bytes. */
    private void answer(Answer answer) throws IOException {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                DataInputStream in = new DataInputStream(client.getInputStream());
                long number = in.readLong();
                int up = in.readInt();
                int down = in.readInt();
                in.skipNBytes(up);
                answer.write(client.getOutputStream(), number, down);
                in.read();
            }
        }
    }

    private interface Answer {
        void write(OutputStream out, long number, int down) throws IOException;
    }

    @Test
    void otherBytesThanThoseOfTheNumberAreWrong() throws Exception {
        run(() -> answer((out, number, down) -> {
            out.write(BytesService.RIGHT);
            VerifiablePayload.write(out, ~number + 1, down);
            out.flush();
        }));
        BytesServiceClients exchanges = exchanges();
        exchanges.start();
        Eventually.that("wrong bytes are found", () -> exchanges.wrong() > 0);
        server.close();
        exchanges.stop();
        assertEquals(0, exchanges.connections());
    }

    @Test
    void whoIsToldThatItSentWrongBytesCountsIt() throws Exception {
        run(() -> answer((out, number, down) -> out.write(BytesService.WRONG)));
        BytesServiceClients exchanges = exchanges();
        exchanges.start();
        Eventually.that("the service's word is counted", () -> exchanges.wrong() > 0);
        server.close();
        exchanges.stop();
        assertEquals(0, exchanges.connections());
    }

    @Test
    void anAnswerThatEndsEarlyHasFailed() throws Exception {
        run(() -> {
            while (!server.isClosed()) {
                Socket client = server.accept();
                DataInputStream in = new DataInputStream(client.getInputStream());
                in.readLong();
                int up = in.readInt();
                in.readInt();
                in.skipNBytes(up);
                client.close();
            }
        });
        BytesServiceClients exchanges = exchanges();
        exchanges.start();
        Eventually.that("they are counted", () -> !exchanges.failures().isEmpty());
        server.close();
        exchanges.stop();
        assertEquals(0, exchanges.connections());
        assertEquals(0, exchanges.wrong());
    }
}
