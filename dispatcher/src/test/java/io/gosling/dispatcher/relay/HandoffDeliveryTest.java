package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.handoff.HandoffCounts;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.AdoptingNode;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.ScriptedNode;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.http.Response;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.transport.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients' connections that go to nodes' processes, over real sockets. */
@Timeout(60)
class HandoffDeliveryTest {
    @TempDir
    private Path folder = Path.of("");

    private Path meeting = Path.of("");
    private FrontEndSettings settings = FrontEndSettings.defaults();

    @BeforeEach
    void meet() {
        assumeTrue(Transport.mayPassConnections(), "this system passes no connections between processes");
        meeting = folder.resolve("h");
        settings = settings.with(HandoffSettings.DIRECTORY, meeting)
                .with(ForwardingSettings.FORWARDING, ForwardingMode.HANDOFF_LOCAL);
    }

    @AfterEach
    void nothingIsLeftInTheDirectory() throws IOException {
        if (Files.exists(meeting)) {
            try (var left = Files.list(meeting)) {
                assertEquals(List.of(), left.toList());
            }
        }
    }

    /** Says who asked for what. */
    private AdoptingNode node(String name) throws IOException {
        return new AdoptingNode(
                name,
                meeting,
                request -> Response.text(name + " " + request.rawPath() + " "
                        + ((InetSocketAddress) request.remoteAddress()).getPort() + " "
                        + request.body().readAllBytes().length));
    }

    /** A front-end before these, linked to all of them. */
    private Stage stage(AdoptingNode... nodes) throws IOException {
        return stage(Stage.ANY_PORT, nodes);
    }

    private Stage stage(ListenEndpoint endpoint, AdoptingNode... nodes) throws IOException {
        Stage stage = Stage.of(settings, endpoint);
        List<Backend> backends =
                List.of(nodes).stream().map(AdoptingNode::backend).toList();
        stage.tell(backends);
        linked(stage);
        return stage;
    }

    /** Asks until somebody is handed over. */
    private static void linked(Stage stage) {
        Stage.until("the front-end is linked", () -> {
            try {
                stage.get("/linked");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return count(stage, HandoffOutcome.TAKEN) > 0;
        });
        stage.untilQuiet();
    }

    private static long count(Stage stage, HandoffOutcome outcome) {
        return counts(stage).of(outcome);
    }

    private static HandoffCounts counts(Stage stage) {
        return Objects.requireNonNull(stage.frontEnd.handoffs());
    }

    @Test
    void theNodeAnswersOnTheClientsOwnConnection() throws IOException {
        try (AdoptingNode node = node("n1");
                Stage stage = stage(node);
                RawClient client = stage.client()) {
            long before = stage.outcome(RequestOutcome.HANDED_OFF);
            for (String path : List.of("/a", "/b", "/c")) {
                assertEquals(
                        "n1 " + path + " " + client.port() + " 0",
                        client.get(path).answer().text());
            }
            stage.untilQuiet();
            assertEquals(before + 1, stage.outcome(RequestOutcome.HANDED_OFF), "only the first passed the front-end");
            Stage.until(
                    "the front-end has let go", () -> stage.frontEnd.status().connections() == 0);
            Stage.until("the node has it and no other", () -> counts(stage).held.sum() == 1);
            assertEquals(before + 1, LongStream.of(counts(stage).words.counts()).sum());
        }
    }

    @Test
    void whatWasSentAheadGoesAlongAndIsAnsweredInOrder() throws IOException {
        try (AdoptingNode node = node("n1");
                Stage stage = stage(node);
                RawClient client = stage.client()) {
            StringBuilder many = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                many.append("GET /").append(i).append(" HTTP/1.1\r\nHost: test\r\n\r\n");
            }
            client.send(many + "POST /last HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello");
            for (int i = 0; i < 50; i++) {
                assertEquals(
                        "n1 /" + i + " " + client.port() + " 0", client.answer().text());
            }
            assertEquals("n1 /last " + client.port() + " 5", client.answer().text());
        }
    }

    @Test
    void anUploadGoesOnWhereItIsHandedOver() throws IOException {
        byte[] body = new byte[900 << 10];
        new Random(8).nextBytes(body);
        try (AdoptingNode node = new AdoptingNode(
                        "n1",
                        meeting,
                        request -> Response.bytes(
                                "application/octet-stream", request.body().readAllBytes()));
                Stage stage = stage(node)) {
            for (int begun : List.of(0, 1, 1000, 100_000)) {
                try (RawClient client = stage.client()) {
                    byte[] head = ("PUT /up HTTP/1.1\r\nHost: test\r\nContent-Length: " + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII);
                    byte[] first = new byte[head.length + begun];
                    System.arraycopy(head, 0, first, 0, head.length);
                    System.arraycopy(body, 0, first, head.length, begun);
                    client.send(first);
                    client.send(Arrays.copyOfRange(body, begun, body.length));
                    assertArrayEquals(body, client.answer().body());
                }
            }
            assertEquals(0, stage.outcome(RequestOutcome.RELAYED) - count(stage, HandoffOutcome.UNLINKED));
        }
    }

    @Test
    void aHeadThatComesInPiecesGoesWhole() throws IOException {
        try (AdoptingNode node = node("n1");
                Stage stage = stage(node);
                RawClient client = stage.client()) {
            for (char piece : "\r\nGET /slow HTTP/1.1\r\nHost: test\r\n\r\n".toCharArray()) {
                client.send(String.valueOf(piece));
            }
            assertEquals("n1 /slow " + client.port() + " 0", client.answer().text());
        }
    }

    @Test
    void whoSendsNoMoreIsStillAnswered() throws IOException {
        try (AdoptingNode node = node("n1");
                Stage stage = stage(node);
                RawClient client = stage.client()) {
            client.get("/half");
            client.sendsNoMore();
            assertEquals("n1 /half " + client.port() + " 0", client.answer().text());
            assertTrue(client.isClosed());
        }
    }

    @Test
    void aProxysClientIsNamedToTheNode() throws IOException {
        ListenEndpoint behind = Stage.ANY_PORT.withProxies(address -> true);
        try (AdoptingNode node = new AdoptingNode(
                        "n1", meeting, request -> Response.text(String.valueOf(request.remoteAddress())));
                Stage stage = Stage.of(settings, behind)) {
            stage.tell(List.of(node.backend()));
            String request = "PROXY TCP4 192.0.2.7 192.0.2.1 4711 80\r\nGET / HTTP/1.1\r\nHost: test\r\n\r\n";
            Stage.until("a proxy's client is handed over", () -> {
                answerTo(request, stage);
                return count(stage, HandoffOutcome.TAKEN) > 0;
            });
            assertEquals("/192.0.2.7:4711", answerTo(request, stage));
        }
    }

    private static String answerTo(String request, Stage stage) {
        try (RawClient client = stage.client()) {
            client.send(request);
            return client.answer().text();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aChangeOfProtocolStaysWithTheFrontEnd() throws IOException {
        try (AdoptingNode node = node("n1");
                Stage stage = stage(node);
                RawClient client = stage.client()) {
            client.send("GET /w HTTP/1.1\r\nHost: test\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n");
            assertTrue(client.answer().text().startsWith("n1 /w "));
            assertEquals(1, count(stage, HandoffOutcome.BOUND));
            assertEquals(
                    "n1 /then " + client.port() + " 0",
                    client.get("/then").answer().text(),
                    "the next may go");
        }
    }

    @Test
    void whoCannotBeLinkedIsProxied() throws IOException {
        ScriptedBackend plain = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(settings, plain);
                RawClient client = stage.client()) {
            assertEquals("n1 /a", client.get("/a").answer().text());
            assertEquals("n1 /b", client.get("/b").answer().text());
            client.send("POST /c HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\nhiGET /d HTTP/1.1\r\nHost:"
                    + " test\r\n\r\n");
            assertEquals("n1 /c", client.answer().text());
            assertEquals("n1 /d", client.answer().text());
            assertEquals(4, count(stage, HandoffOutcome.UNLINKED));
            assertEquals(4, stage.outcome(RequestOutcome.RELAYED));
        }
    }

    /** Data behind a request that stays is decoded while it waits. */
    @Test
    void whatWasRelayedInVainIsNotPassedOverForTheRequestBehindIt() throws IOException {
        ScriptedBackend dead = ScriptedBackend.polite("dead");
        dead.kill();
        try (AdoptingNode node = node("n1");
                Stage stage = Stage.of(settings.with(FrontEndSettings.POLICY, "rr"))) {
            stage.tell(List.of(node.backend()));
            linked(stage);
            stage.tell(List.of(node.backend(), dead.backend()));
            long inVain = stage.status("dead").failures();
            for (int i = 0; i < 4; i++) {
                try (RawClient client = stage.client()) {
                    client.send("POST /a HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\nhi"
                            + "GET /b HTTP/1.1\r\nHost: test\r\n\r\nGET /c HTTP/1.1\r\nHost: test\r\n\r\n");
                    String first = client.answer().text();
                    assertTrue(first.startsWith("n1 /a ") && first.endsWith(" 2"), first);
                    for (String path : List.of("/b", "/c")) {
                        String next = client.answer().text();
                        assertTrue(next.startsWith("n1 " + path + " "), next);
                    }
                }
            }
            assertTrue(stage.status("dead").failures() > inVain, "somebody was relayed to in vain");
        } finally {
            dead.close();
        }
    }

    @Test
    void aConnectionGoesOnAfterAnAnswerOfTheFrontEndsOwn() throws IOException {
        try (Stage stage = Stage.of(settings);
                RawClient client = stage.client()) {
            for (int i = 0; i < 3; i++) {
                assertEquals(503, client.get("/" + i).answer().status());
            }
            client.send("GET /a HTTP/1.1\r\nHost: test\r\n\r\nGET /b HTTP/1.1\r\nHost: test\r\n\r\n");
            assertEquals(503, client.answer().status());
            assertEquals(503, client.answer().status());
        }
    }

    /** It is read to be thrown away, or its client would lose the answer by a reset. */
    @Test
    void anUploadThatIsRefusedIsReadToItsEnd() throws IOException {
        byte[] body = new byte[4 << 20];
        try (Stage stage = Stage.of(settings);
                RawClient client = stage.client()) {
            client.send("PUT /up HTTP/1.1\r\nHost: test\r\nContent-Length: " + body.length + "\r\n\r\n");
            client.send(body);
            client.sendsNoMore();
            assertEquals(413, client.answer().status());
            assertTrue(client.isClosed());
        }
    }

    /** Its port is another node's at another address of this host. It is asked for long enough to be linked to. */
    @Test
    void whoHasTheSamePortAtAnotherAddressIsGivenNothing() throws IOException {
        assumeTrue(System.getProperty("os.name", "").startsWith("Linux"), "127.0.0.2 is this host's on Linux alone");
        try (AdoptingNode node = node("n1");
                ScriptedBackend other = ScriptedBackend.polite(
                        "n2",
                        new InetSocketAddress(
                                "127.0.0.2", node.backend().address().getPort()));
                Stage stage = Stage.of(settings, other)) {
            for (int i = 0; i < 200; i++) {
                assertEquals("n2 /" + i, stage.get("/" + i).text());
            }
            assertEquals(0, count(stage, HandoffOutcome.TAKEN));
            assertTrue(count(stage, HandoffOutcome.UNLINKED) > 0, "it was thought of");
        }
    }

    @Test
    void aNodeWithoutRoomDeclinesAndIsProxiedTo() throws IOException {
        try (AdoptingNode node = node("n1");
                Stage stage = stage(node);
                RawClient first = stage.client()) {
            Stage.until("nobody else is there", () -> counts(stage).held.sum() == 0);
            node.server.limit(
                    HttpLimits.defaults().with(HttpLimits.CONNECTIONS, 1).with(HttpLimits.PIPELINED, 16));
            assertEquals(
                    "n1 /1 " + first.port() + " 0", first.get("/1").answer().text());
            try (RawClient second = stage.client()) {
                assertTrue(second.get("/2").answer().text().startsWith("n1 /2 "));
                assertEquals(1, count(stage, HandoffOutcome.DECLINED));
                second.send("POST /3 HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\nhi");
                assertTrue(second.answer().text().endsWith(" 2"), "a body comes back with its connection");
            }
        }
    }

    @Test
    void aConnectionIsLoadOfItsNodeWhileItsClientWaits() throws Exception {
        Semaphore asked = new Semaphore(0);
        Semaphore answers = new Semaphore(0);
        try (AdoptingNode node = new AdoptingNode("n1", meeting, request -> {
                    if (request.rawPath().equals("/wait")) {
                        asked.release();
                        answers.acquire();
                    }
                    return Response.text("done");
                });
                Stage stage = stage(node);
                RawClient client = stage.client()) {
            client.get("/wait");
            asked.acquire();
            Stage.until(
                    "the front-end has let go", () -> stage.frontEnd.status().connections() == 0);
            assertEquals(1, stage.status("n1").load());
            assertEquals(1, stage.frontEnd.status().active());
            answers.release();
            client.answer();
            Stage.until("it is quiet", () -> stage.status("n1").load() == 0);
            assertTrue(counts(stage).held.sum() >= 1, "and the node still has it");
            client.get("/wait");
            asked.acquire();
            Stage.until("it is busy again", () -> stage.status("n1").load() == 1);
            answers.release();
            client.answer();
            Stage.until("it is quiet again", () -> stage.status("n1").load() == 0);
            client.reset();
            Stage.until("it has ended", () -> counts(stage).held.sum() == 0);
        }
    }

    @Test
    void connectionsOutliveTheFrontEnd() throws Exception {
        byte[] page = new byte[1 << 17]; // less than a socket holds for a client that does not read
        new Random(9).nextBytes(page);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        try (AdoptingNode node = new AdoptingNode(
                "n1",
                meeting,
                request -> Response.stream("application/octet-stream", out -> {
                    if (request.rawPath().equals("/long")) {
                        out.write(page);
                        out.flush();
                        begun.countDown();
                        try {
                            gone.await();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                    }
                    out.write(page);
                }))) {
            Stage stage = stage(node);
            try (RawClient client = RawClient.connect(stage.frontEnd.address())) {
                client.get("/long");
                begun.await();
                stage.frontEnd.close();
                gone.countDown();
                assertEquals(2 * page.length, client.answer().body().length);
                assertEquals(page.length, client.get("/next").answer().body().length);
            } finally {
                stage.close();
            }
        }
    }

    @Test
    void theLinksOfANodeThatTheSourceNamesNoMoreAreEndedAndItsConnectionsLiveOn() throws IOException {
        try (AdoptingNode node = node("n1");
                Stage stage = stage(node);
                RawClient client = stage.client()) {
            client.get("/a").answer();
            stage.tell(List.of());
            Stage.until("nothing is held", () -> counts(stage).held.sum() == 0);
            assertEquals(
                    "n1 /b " + client.port() + " 0", client.get("/b").answer().text());
        }
    }

    @Test
    void aNodeThatDiesBeforeItTakesAConnectionCostsTheClientNothing() throws IOException {
        try (AdoptingNode good = node("good");
                ScriptedNode bad = ScriptedNode.thatDies("bad", meeting);
                Stage stage = Stage.of(settings.with(FrontEndSettings.POLICY, "rr"))) {
            stage.tell(List.of(good.backend()));
            linked(stage);
            stage.tell(List.of(good.backend(), bad.backend()));
            Stage.until("it was offered a connection and died", () -> {
                try {
                    assertEquals(200, stage.get("/x").status());
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                return count(stage, HandoffOutcome.RETURNED) > 0;
            });
        }
    }

    @Test
    void aNodeThatFallsSilentLosesTheConnectionAndNoOther() throws IOException {
        settings = settings.with(HandoffSettings.TIMEOUT, Duration.ofMillis(50));
        try (ScriptedNode silent = ScriptedNode.thatIsSilent("silent", meeting);
                Stage stage = Stage.of(settings)) {
            stage.tell(List.of(silent.backend()));
            Stage.until("it was offered a connection and said nothing", () -> {
                try (RawClient client = stage.client()) {
                    assertEquals(200, client.get("/x").answer().status(), "there is no link yet");
                } catch (EOFException closed) {
                    // It was offered.
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                return count(stage, HandoffOutcome.LOST) > 0;
            });
        }
    }

    /** More at a time than may be on their way: what finds no room is proxied, and speaks against nobody. */
    @Test
    void aBurstIsHandedOverOrProxied() throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try (AdoptingNode node = node("n1");
                Stage stage = stage(node)) {
            for (int i = 0; i < 300; i++) {
                clients.add(stage.client());
            }
            for (RawClient client : clients) {
                client.get("/x");
            }
            for (RawClient client : clients) {
                assertTrue(client.answer().text().startsWith("n1 /x "));
                client.close();
            }
            assertEquals(0, count(stage, HandoffOutcome.LOST) + count(stage, HandoffOutcome.RETURNED));
            assertEquals(0, stage.status("n1").failures());
        }
    }

    @Test
    void fiveHundredConnectionsInTurnLeaveNothingBehind() throws IOException {
        try (AdoptingNode one = node("n1");
                AdoptingNode two = node("n2");
                Stage stage = stage(one, two)) {
            for (int i = 0; i < 500; i++) {
                assertTrue(stage.get("/" + i).text().contains(" /" + i + " "));
            }
            // A connection is counted by its client's event loop, which is not that of the link.
            Stage.until(
                    "all have ended",
                    () -> counts(stage).held.sum() == 0
                            && stage.frontEnd.status().connections() == 0);
            assertTrue(count(stage, HandoffOutcome.TAKEN) >= 500);
            assertEquals(0, count(stage, HandoffOutcome.LOST) + count(stage, HandoffOutcome.RETURNED));
        }
    }
}
