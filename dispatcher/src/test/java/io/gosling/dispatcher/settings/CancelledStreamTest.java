package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.testing.FrameClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A client of HTTP/2 takes its request back, at every point of its way: its place is free at once, it is counted once,
 * and the connection goes on.
 */
@Timeout(120)
class CancelledStreamTest {
    private static final ListenEndpoint FRAMES = Stage.ANY_PORT.withHttp2(Http2Limits.defaults(), true);

    /** Of any kind of request. */
    private static final ScriptedBackend.Script UNTIL_THE_END = ScriptedBackend.Conversation::waitForTheEnd;

    private static void reset(FrameClient client, int stream) {
        client.send(
                FrameClient.RST_STREAM,
                0,
                stream,
                ByteBuffer.allocate(4).putInt(8).array());
    }

    /** The request was the only one, and is over. */
    private static void assertOver(Stage stage, FrameClient client, RequestOutcome outcome) {
        Stage.until("counted", () -> stage.outcome(outcome) == 1);
        FrontEndStatus status = stage.frontEnd.status();
        assertEquals(1, status.outcomes().values().stream().mapToLong(n -> n).sum(), "once");
        assertEquals(0, status.active());
        assertEquals(0, status.queued());
        assertEquals(
                0,
                client.framesUntilNow().stream()
                        .filter(frame -> frame.type() == FrameClient.GOAWAY)
                        .count());
    }

    @Test
    void beforeItsBodyHasBegun() throws IOException {
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(FrontEndSettings.defaults(), FRAMES, backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.request(1, false, "POST", "/", "content-length", "5");
            reset(client, 1);
            assertOver(stage, client, RequestOutcome.CLIENT_GONE);
            assertEquals(0, backend.connections.get(), "no back-end has heard of it");
        }
    }

    @Test
    void whileItWaitsInTheQueue() throws IOException {
        FrontEndSettings one = FrontEndSettings.defaults()
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 10)
                .with(AdmissionSettings.QUEUE_TIME, Duration.ofSeconds(60));
        try (ScriptedBackend backend = ScriptedBackend.start("n1", UNTIL_THE_END);
                Stage stage = Stage.of(one, FRAMES, backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.get(1, "/");
            client.request(3, false, "POST", "/").send(FrameClient.DATA, 0, 3, new byte[10]);
            Stage.until("it waits", () -> stage.frontEnd.status().queued() == 1);
            reset(client, 3);
            Stage.until("counted", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 1);
            assertEquals(0, stage.frontEnd.status().queued());
            assertEquals(1, stage.frontEnd.status().active(), "the one that was let in");
            reset(client, 1);
            Stage.until("counted", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 2);
        }
    }

    @Test
    void whileItWaitsForAConnection() throws IOException {
        Semaphore answers = new Semaphore(0);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                answers.acquireUninterruptibly();
                with.answer("n1");
            }
        });
        try (backend;
                Stage stage = Stage.of(
                        FrontEndSettings.defaults()
                                .with(ForwardingSettings.CONNECTIONS, 1)
                                .with(ForwardingSettings.WAITING, 1)
                                .with(ForwardingSettings.CONNECT_TIME, Duration.ofSeconds(60)),
                        FRAMES,
                        backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.get(1, "/");
            Stage.until("it has the connection", () -> backend.requests.size() == 1);
            for (int stream = 3; stream < 9; stream += 2) {
                int gone = stream / 2;
                client.get(stream, "/");
                reset(client, stream);
                Stage.until("counted", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == gone);
            }
            client.get(9, "/");
            answers.release(2);
            Stage.until("both are answered", () -> stage.outcome(RequestOutcome.RELAYED) == 2);
            assertEquals(0, stage.outcome(RequestOutcome.OVERLOADED));
        } finally {
            answers.release(10);
        }
    }

    /** The back-end's system neither takes nor refuses connections. */
    @Test
    void whileItsBackEndIsConnectedTo() throws IOException {
        List<Socket> filling = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Stage stage = Stage.of(
                        FrontEndSettings.defaults().with(ForwardingSettings.CONNECT_TIME, Duration.ofSeconds(60)),
                        FRAMES);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            InetSocketAddress address = (InetSocketAddress) full.getLocalSocketAddress();
            fill(address, filling);
            stage.tell(List.of(Backend.ready("full", address)));
            client.get(1, "/");
            Stage.until("it was let in", () -> stage.frontEnd.status().active() == 1);
            reset(client, 1);
            assertOver(stage, client, RequestOutcome.CLIENT_GONE);
            assertEquals(0, stage.status("full").load());
        } finally {
            for (Socket socket : filling) {
                socket.close();
            }
        }
    }

    private static void fill(InetSocketAddress address, List<Socket> filling) throws IOException {
        while (filling.size() < 100) {
            Socket socket = new Socket();
            filling.add(socket);
            try {
                socket.connect(address, 500);
            } catch (SocketTimeoutException full) {
                return;
            }
        }
    }

    @Test
    void inTheMiddleOfItsBody() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.head();
            with.readSome(new byte[100]);
            begun.countDown();
            with.waitForTheEnd();
            gone.countDown();
        });
        try (backend;
                Stage stage = Stage.of(FrontEndSettings.defaults(), FRAMES, backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.request(1, false, "POST", "/").send(FrameClient.DATA, 0, 1, new byte[1000]);
            begun.await();
            reset(client, 1);
            gone.await();
            assertOver(stage, client, RequestOutcome.CLIENT_GONE);
        }
    }

    @Test
    void inTheMiddleOfItsAnswer() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
            with.waitForTheEnd();
            gone.countDown();
        });
        try (backend;
                Stage stage = Stage.of(FrontEndSettings.defaults(), FRAMES, backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.get(1, "/").expect(FrameClient.DATA);
            reset(client, 1);
            gone.await();
            assertOver(stage, client, RequestOutcome.CLIENT_GONE);
        }
    }

    /** The client would have continued its body. */
    @Test
    void afterItsAnswer() throws Exception {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.head();
            with.answer("enough");
            with.waitForTheEnd();
        });
        try (backend;
                Stage stage = Stage.of(FrontEndSettings.defaults(), FRAMES, backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.request(1, false, "POST", "/").send(FrameClient.DATA, 0, 1, new byte[10]);
            FrameClient.Frame answer = client.expect(FrameClient.DATA);
            while (!answer.ends()) {
                answer = client.expect(FrameClient.DATA);
            }
            reset(client, 1);
            assertOver(stage, client, RequestOutcome.RELAYED);
            assertTrue(client.get(3, "/").expect(FrameClient.DATA).stream() == 3);
        }
    }
}
