package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.dispatcher.handoff.HandoffCounts;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.settings.HandoffSettings.KeepAliveMode;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.AdoptingNode;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedNode;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.http.Response;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.transport.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients' connections that come back from nodes and go on to others, over real sockets. Nodes have nothing in memory
 * here, so any plain request may have its connection come back, and choose by turns.
 */
@Timeout(60)
class ComingBackTest {
    @TempDir
    private Path folder = Path.of("");

    private Path meeting = Path.of("");

    @BeforeEach
    void meet() {
        assumeTrue(Transport.mayPassConnections(), "this system passes no connections between processes");
        meeting = folder.resolve("h");
    }

    private FrontEndSettings settings(long backFrom) {
        return FrontEndSettings.defaults()
                .with(FrontEndSettings.POLICY, "rr")
                .with(HandoffSettings.DIRECTORY, meeting)
                .with(HandoffSettings.PERSISTENT, KeepAliveMode.MULTIPLE)
                .with(HandoffSettings.MOVE_FROM, backFrom)
                .with(ForwardingSettings.FORWARDING, ForwardingMode.HANDOFF_LOCAL);
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
    private static Stage stage(FrontEndSettings settings, AdoptingNode... nodes) throws IOException {
        return stage(settings, Stage.ANY_PORT, nodes);
    }

    private static Stage stage(FrontEndSettings settings, ListenEndpoint endpoint, AdoptingNode... nodes)
            throws IOException {
        Stage stage = Stage.of(settings, endpoint);
        stage.tell(List.of(nodes).stream().map(AdoptingNode::backend).toList());
        Stage.until("the front-end is linked to all", () -> {
            try {
                long before = taken(stage);
                for (int i = 0; i < nodes.length; i++) {
                    assertEquals(200, stage.get("/linked").status());
                }
                stage.untilQuiet(); // or a late count would be one of the next round, or of the test
                return taken(stage) == before + nodes.length;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        return stage;
    }

    private static HandoffCounts counts(Stage stage) {
        return Objects.requireNonNull(stage.frontEnd.handoffs());
    }

    private static long taken(Stage stage) {
        return counts(stage).of(HandoffOutcome.TAKEN);
    }

    /** The answering node. */
    private static String ask(Stage stage, RawClient client, String path) throws IOException {
        stage.untilQuiet();
        String[] answer = client.get(path).answer().text().split(" ", 2);
        assertEquals(path + " " + client.port() + " 0", answer[1]);
        return answer[0];
    }

    /** A node that has answered may not know yet that it is over, and a front-end not yet that there is room. */
    private static void untilAnotherAnswers(Stage stage, RawClient client, String than) {
        Stage.until("it comes back and goes on", () -> {
            try {
                return !than.equals(ask(stage, client, "/again"));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void eachRequestGoesToTheNodeThatIsChosenForItOnTheSameConnection() throws IOException {
        try (AdoptingNode one = node("n1");
                AdoptingNode two = node("n2");
                Stage stage = stage(settings(0), one, two);
                RawClient client = stage.client()) {
            long takenBefore = taken(stage);
            long countedBefore = stage.outcome(RequestOutcome.HANDED_OFF);
            String before = ask(stage, client, "/0");
            for (int i = 1; i < 10; i++) {
                String now = ask(stage, client, "/" + i);
                assertEquals(before.equals("n1") ? "n2" : "n1", now, "by turns");
                before = now;
            }
            assertEquals(9, counts(stage).back.sum());
            stage.untilQuiet();
            assertEquals(takenBefore + 10, taken(stage), "each request was taken");
            assertEquals(
                    countedBefore + 10, stage.outcome(RequestOutcome.HANDED_OFF), "each request passed the front-end");
            Stage.until("a node has it and no other", () -> counts(stage).held.sum() == 1);
            assertEquals(0, stage.frontEnd.status().connections(), "the front-end has let go");
            client.reset();
            Stage.until("it has ended", () -> counts(stage).held.sum() == 0);
        }
    }

    @Test
    void whatIsTooSmallToMoveForIsFetched() throws IOException {
        try (AdoptingNode one = node("n1");
                AdoptingNode two = node("n2");
                Stage stage = stage(settings(AdoptingNode.MEAN_FETCH + 1), one, two);
                RawClient client = stage.client()) {
            String first = ask(stage, client, "/0");
            for (int i = 1; i < 5; i++) {
                assertEquals(first, ask(stage, client, "/" + i));
            }
            assertEquals(0, counts(stage).back.sum());
        }
    }

    /** A lone node is chosen again and again: that is given up, but for a try now and then. */
    @Test
    void movesInVainAreGivenUp() throws IOException {
        try (AdoptingNode alone = node("n1");
                Stage stage = stage(settings(AdoptingNode.MEAN_FETCH), alone);
                RawClient client = stage.client()) {
            for (int i = 0; i < 20; i++) {
                assertEquals("n1", ask(stage, client, "/" + i));
            }
            assertEquals(1, counts(stage).back.sum());
        }
    }

    @Test
    void aRequestThatIsMoreThanPlainStaysWithItsNode() throws IOException {
        try (AdoptingNode one = node("n1");
                AdoptingNode two = node("n2");
                Stage stage = stage(settings(0), one, two);
                RawClient client = stage.client()) {
            String first = ask(stage, client, "/0");
            stage.untilQuiet();
            client.send("POST /1 HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\nhi");
            assertEquals(first + " /1 " + client.port() + " 2", client.answer().text());
            assertEquals(0, counts(stage).back.sum());
            untilAnotherAnswers(stage, client, first);
        }
    }

    /** All of them go to one node: those behind the first have come with it. */
    @Test
    void whatWasSentAheadComesBackAndGoesAlong() throws IOException {
        try (AdoptingNode one = node("n1");
                AdoptingNode two = node("n2");
                Stage stage = stage(settings(0), one, two);
                RawClient client = stage.client()) {
            String first = ask(stage, client, "/0");
            String other = first.equals("n1") ? "n2" : "n1";
            stage.untilQuiet();
            StringBuilder many = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                many.append("GET /").append(i).append(" HTTP/1.1\r\nHost: test\r\n\r\n");
            }
            client.send(many + "POST /last HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello");
            for (int i = 0; i < 20; i++) {
                assertEquals(
                        other + " /" + i + " " + client.port() + " 0",
                        client.answer().text());
            }
            assertEquals(
                    other + " /last " + client.port() + " 5", client.answer().text());
            assertEquals(1, counts(stage).back.sum());
        }
    }

    /** Returns true if the end of its input is seen before it leaves, while it does, or where it comes to. */
    @Test
    void whoSendsNoMoreIsStillAnswered() throws IOException {
        try (AdoptingNode one = node("n1");
                AdoptingNode two = node("n2");
                Stage stage = stage(settings(0), one, two)) {
            for (int i = 0; i < 20; i++) {
                try (RawClient client = stage.client()) {
                    ask(stage, client, "/first");
                    stage.untilQuiet();
                    client.get("/last");
                    client.sendsNoMore();
                    assertTrue(client.answer().text().endsWith(" /last " + client.port() + " 0"));
                    assertTrue(client.isClosed());
                }
            }
        }
    }

    /** A header in pieces is decoded where it comes; one that has come whole comes back whole. */
    @Test
    void aHeadThatComesInPiecesIsAnswered() throws IOException {
        try (AdoptingNode one = node("n1");
                AdoptingNode two = node("n2");
                Stage stage = stage(settings(0), one, two);
                RawClient client = stage.client()) {
            for (int i = 0; i < 4; i++) {
                stage.untilQuiet();
                for (String piece : List.of("GET /", "slow HTTP", "/1.1\r\nHost: ", "test\r\n", "\r\n")) {
                    client.send(piece);
                }
                assertTrue(client.answer().text().endsWith(" /slow " + client.port() + " 0"));
            }
        }
    }

    @Test
    void aProxysClientIsNamedToEachNode() throws IOException {
        ListenEndpoint behind = Stage.ANY_PORT.withProxies(address -> true);
        String header = "PROXY TCP4 192.0.2.7 192.0.2.1 4711 80\r\n";
        try (AdoptingNode one = new AdoptingNode(
                        "n1", meeting, request -> Response.text(String.valueOf(request.remoteAddress())));
                AdoptingNode two = new AdoptingNode(
                        "n2", meeting, request -> Response.text(String.valueOf(request.remoteAddress())));
                Stage stage = Stage.of(settings(0), behind)) {
            stage.tell(List.of(one.backend(), two.backend()));
            Stage.until("a connection has come back and is known", () -> {
                long before = counts(stage).back.sum();
                try (RawClient client = stage.client()) {
                    client.send(header + "GET / HTTP/1.1\r\nHost: test\r\n\r\n");
                    client.answer();
                    stage.untilQuiet();
                    String second = client.get("/").answer().text();
                    stage.untilQuiet();
                    String third = client.get("/").answer().text();
                    return counts(stage).back.sum() >= before + 2
                            && List.of("/192.0.2.7:4711", "/192.0.2.7:4711").equals(List.of(second, third));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    /** It counts as its address's while the front-end has it, as one that was accepted does. */
    @Test
    void aConnectionForWhichTheFrontEndHasNoRoomStaysWithItsNode() throws IOException {
        FrontEndSettings settings = settings(0);
        FrontEndSettings narrow = settings.with(HttpLimits.ADDRESS_CONNECTIONS, 2)
                .with(HttpLimits.ADDRESS_RATE, 0)
                .with(HttpLimits.ADDRESS_BURST, 100);
        try (AdoptingNode one = node("n1");
                AdoptingNode two = node("n2");
                Stage stage = stage(settings, one, two)) {
            stage.frontEnd.change(narrow);
            try (RawClient client = stage.client()) {
                String first = ask(stage, client, "/0");
                Stage.until("nobody is there", () -> stage.frontEnd.status().connections() == 0);
                try (RawClient idle = stage.client();
                        RawClient another = stage.client()) {
                    Stage.until("both are there", () -> stage.frontEnd.status().connections() == 2);
                    assertEquals(first, ask(stage, client, "/1"));
                    assertEquals(1, counts(stage).left.sum());
                    assertTrue(idle.port() != another.port());
                }
                untilAnotherAnswers(stage, client, first);
            }
        }
    }

    /** It has said so behind what ends the link, and may have answered already: nobody else is asked. */
    @Test
    void whatANodeHasTakenThatBringsTooManyBackIsItsOwn() throws IOException {
        try (ScriptedNode node = ScriptedNode.thatBringsTooManyBack("bad", meeting);
                Stage stage = Stage.of(settings(0))) {
            stage.tell(List.of(node.backend()));
            Stage.until("it was offered a connection", () -> {
                try (RawClient client = stage.client()) {
                    assertEquals(200, client.get("/x").answer().status(), "there is no link yet");
                    return false;
                } catch (EOFException closed) {
                    return true;
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertEquals(1, taken(stage));
            assertEquals(0, counts(stage).of(HandoffOutcome.RETURNED));
        }
    }

    /** All at once, and more than may be on their way back: the others are answered where they are. */
    @Test
    void aBurstComesBackOrStays() throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try (AdoptingNode one = node("n1");
                Stage stage = stage(settings(0), one)) {
            for (int i = 0; i < 300; i++) {
                RawClient client = stage.client();
                clients.add(client);
                assertEquals(200, client.get("/first").answer().status());
            }
            stage.untilQuiet();
            for (RawClient client : clients) {
                client.get("/second");
            }
            for (RawClient client : clients) {
                assertEquals(
                        "n1 /second " + client.port() + " 0", client.answer().text());
            }
            assertTrue(counts(stage).back.sum() > 0, "some came back");
            assertEquals(
                    0, counts(stage).of(HandoffOutcome.LOST) + counts(stage).of(HandoffOutcome.RETURNED));
            Stage.until("the node has them all", () -> counts(stage).held.sum() >= clients.size());
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void connectionsOutliveTheFrontEnd() throws IOException {
        try (AdoptingNode one = node("n1");
                AdoptingNode two = node("n2")) {
            Stage stage = stage(settings(0), one, two);
            try (RawClient client = RawClient.connect(stage.frontEnd.address())) {
                ask(stage, client, "/0");
                String now = ask(stage, client, "/1");
                stage.untilQuiet();
                stage.frontEnd.close();
                for (int i = 2; i < 5; i++) {
                    assertEquals(
                            now + " /" + i + " " + client.port() + " 0",
                            client.get("/" + i).answer().text());
                }
            } finally {
                stage.close();
            }
        }
    }

    @Test
    void manyConnectionsComeAndGoAndNothingIsLost() throws Exception {
        byte[] page = new byte[200_000];
        new Random(13).nextBytes(page);
        List<AdoptingNode> nodes = new ArrayList<>();
        try {
            for (String name : List.of("n1", "n2", "n3")) {
                nodes.add(new AdoptingNode(name, meeting, request -> Response.bytes("application/octet-stream", page)));
            }
            try (Stage stage = stage(settings(0), nodes.toArray(AdoptingNode[]::new))) {
                List<RawClient> clients = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    clients.add(stage.client());
                }
                for (int round = 0; round < 20; round++) {
                    for (RawClient client : clients) {
                        client.get("/" + round);
                    }
                    for (RawClient client : clients) {
                        assertArrayEquals(page, client.answer().body());
                    }
                }
                assertTrue(counts(stage).back.sum() > 0, "some came back");
                assertEquals(
                        0, counts(stage).of(HandoffOutcome.LOST) + counts(stage).of(HandoffOutcome.RETURNED));
                for (RawClient client : clients) {
                    client.close();
                }
                Stage.until("all have ended", () -> counts(stage).held.sum() == 0);
                assertEquals(0, stage.frontEnd.status().connections());
            }
        } finally {
            nodes.forEach(AdoptingNode::close);
        }
    }
}
