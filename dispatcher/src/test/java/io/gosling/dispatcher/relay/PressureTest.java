package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.HttpLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A front-end whose clients or back-ends have little room, or little patience. */
@Timeout(60)
class PressureTest {
    private static final FrontEndSettings BY_TURNS = FrontEndSettings.defaults().with(FrontEndSettings.POLICY, "rr");

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1000000", "Transfer-Encoding: chunked"})
    void anAnswerToAnUploadThatHasNotComeReachesTheClient(String framing) throws Exception {
        ScriptedBackend strict = ScriptedBackend.start("n1", with -> {
            with.head();
            with.send("HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno");
        });
        String piece = "y".repeat(16_000);
        String sent = framing.startsWith("C") ? piece : "3e80\r\n" + piece + "\r\n";
        try (Stage stage = Stage.of(strict)) {
            for (int i = 0; i < 20; i++) {
                try (RawClient client = stage.client()) {
                    client.send("POST /" + i + " HTTP/1.1\r\nHost: x\r\n" + framing + "\r\n\r\n");
                    sendSome(client, sent);
                    RawClient.Answer answer = client.answer();
                    assertEquals(413, answer.status());
                    assertEquals("no", answer.text());
                }
            }
            assertEquals(0, stage.status("n1").failures());
        }
    }

    private static void sendSome(RawClient client, String piece) throws IOException {
        try {
            for (int i = 0; i < 60; i++) {
                client.send(piece);
            }
        } catch (SocketException answered) {
            // the answer is there to be read
        }
    }

    /** A server with a full queue for connections, as a busy one with one thread has. */
    private static final class FullServer implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final List<Socket> fill = new ArrayList<>();

        FullServer() throws IOException {
            boolean taken = true;
            while (taken) {
                Socket socket = new Socket();
                fill.add(socket);
                try {
                    socket.connect(server.getLocalSocketAddress(), 100);
                } catch (SocketTimeoutException full) {
                    taken = false;
                }
            }
        }

        Backend backend(String name) {
            return Backend.ready(name, (InetSocketAddress) server.getLocalSocketAddress());
        }

        void accept() throws IOException {
            for (Socket socket : fill) {
                socket.close();
            }
            Thread.ofVirtual().start(() -> {
                while (!server.isClosed()) {
                    try {
                        Socket socket = server.accept();
                        Thread.ofVirtual().start(() -> answer(socket));
                    } catch (IOException closed) {
                        return;
                    }
                }
            });
        }

        private static void answer(Socket socket) {
            try (socket) {
                if (socket.getInputStream().read() >= 0) {
                    socket.getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nlate"
                                    .getBytes(StandardCharsets.ISO_8859_1));
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            } catch (IOException over) {
                // its client has left
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            for (Socket socket : fill) {
                socket.close();
            }
        }
    }

    @Test
    void aConnectionRequestThatIsDroppedIsRepeatedBeforeTheRequestFails() throws Exception {
        try (FullServer full = new FullServer();
                Stage stage = Stage.of(BY_TURNS);
                RawClient client = stage.client()) {
            stage.tell(List.of(full.backend("n1")));
            client.get("/");
            Stage.until("it is on its way", () -> stage.status("n1").load() == 1);
            full.accept();
            assertEquals("late", client.answer().text());
            assertEquals(0, stage.status("n1").failures());
        }
    }

    @Test
    void anotherBackEndIsTriedMeanwhileIfThereIsOne() throws Exception {
        try (FullServer full = new FullServer();
                ScriptedBackend polite = ScriptedBackend.polite("n2");
                Stage stage = Stage.of(BY_TURNS)) {
            stage.tell(List.of(full.backend("n1"), polite.backend()));
            for (int i = 0; i < 2; i++) {
                assertEquals("n2 /" + i, stage.get("/" + i).text());
            }
            assertEquals("ready", stage.status("n1").state());
        }
    }

    @Test
    void manyRequestsAreUnderWayAtOnePlainBackEnd() throws Exception {
        CountDownLatch event = new CountDownLatch(1);
        ScriptedBackend polled = ScriptedBackend.start("n1", with -> {
            while (true) {
                if (with.request().path().startsWith("/poll")) {
                    event.await();
                }
                with.answer("done");
            }
        });
        List<RawClient> polls = new ArrayList<>();
        try (Stage stage = Stage.of(FrontEndSettings.defaults().with(BackendSource.FIXED, List.of()), polled)) {
            for (int i = 0; i < 100; i++) {
                polls.add(stage.client().get("/poll" + i));
            }
            Stage.until("all are at the back-end", () -> polled.requests.size() == 100);
            assertEquals("done", stage.get("/page").text());
            event.countDown();
            for (RawClient poll : polls) {
                assertEquals("done", poll.answer().text());
                poll.close();
            }
        }
    }

    @Test
    void theLongestIdleClientMakesRoomForAnother() throws Exception {
        FrontEndSettings two = FrontEndSettings.defaults().with(HttpLimits.CONNECTIONS, 2);
        try (Stage stage = Stage.of(two, ScriptedBackend.polite("n1"));
                RawClient first = stage.client()) {
            assertEquals("n1 /1", first.get("/1").answer().text());
            try (RawClient second = stage.client();
                    RawClient third = stage.client()) {
                assertEquals("n1 /2", second.get("/2").answer().text());
                assertEquals("n1 /3", third.get("/3").answer().text());
                assertTrue(first.isClosed());
            }
        }
    }

    @Test
    void aBackEndIsFoundByItsName() throws Exception {
        try (ScriptedBackend polite = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(BY_TURNS)) {
            InetSocketAddress named = InetSocketAddress.createUnresolved(
                    "localhost", polite.backend().address().getPort());
            stage.tell(List.of(Backend.ready("n1", named)));
            assertEquals("n1 /", stage.get("/").text());
        }
    }

    @Test
    void aSlowAnswerIsAskedForOnceUnlessATimeIsSet() {
        RelaySettings usual = FrontEndSettings.defaults().relay();
        Duration whole = usual.get(RelaySettings.HEADER_TIME);
        ResponseHeaderTimeout once = new ResponseHeaderTimeout(whole, usual.tryTime());
        assertEquals(whole, once.begin(true));
        assertTrue(once.isOver());
        Duration step = Duration.ofSeconds(3);
        ResponseHeaderTimeout twice = new ResponseHeaderTimeout(
                whole,
                usual.of(usual.values().withValue(RelaySettings.TRY_TIME, step)).tryTime());
        assertEquals(step, twice.begin(true));
    }
}
