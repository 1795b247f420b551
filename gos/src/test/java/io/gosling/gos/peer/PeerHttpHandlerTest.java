package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One node's HTTP side of the peer channel, without sockets. */
class PeerHttpHandlerTest {
    private static final ClusterSecret SECRET = ClusterSecret.of("0123456789abcdef");
    private static final int TAG = 77;
    private static final ClusterMember SELF = ClusterMember.named("n1", TAG);

    private final ManualTicker ticker = new ManualTicker();
    private final NodeObjectMemory memory = NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20), ticker);
    private final PeerHttpHandler server = server(false);

    private PeerHttpHandler server(boolean encrypted) {
        return new PeerHttpHandler(
                encrypted,
                null,
                new NodeLocator(KnownNodes.alone(SELF), List.of()),
                IdleWarmth.of(memory, SELF, ticker),
                SECRET,
                KnownNodes.alone(SELF),
                request -> Response.text(request.rawPath()));
    }

    private FakeExchange sent(String method, String path, Headers headers) throws Exception {
        String[] pairs = new String[headers.size() * 2];
        int at = 0;
        for (Headers.Field field : headers) {
            pairs[at++] = field.name();
            pairs[at++] = field.value();
        }
        return FakeExchange.of(method, path, pairs).answeredBy(server);
    }

    private int list(Headers headers) throws Exception {
        return sent("GET", PeerHttpNames.HOTTEST, headers).status();
    }

    @Test
    void withoutTheTokenNothingIsGiven() throws Exception {
        var list = Headers.of(PeerHttpNames.TO, Integer.toString(TAG));
        assertEquals(200, list(list.plus(PeerHttpNames.TOKEN, SECRET.peerToken())));
        assertEquals(403, list(list));
        assertEquals(403, list(list.plus(PeerHttpNames.TOKEN, "wrong")));
        var other = ClusterSecret.of("another secret of some length");
        assertEquals(403, list(list.plus(PeerHttpNames.TOKEN, SECRET.objectsToken())));
        assertEquals(403, list(list.plus(PeerHttpNames.TOKEN, other.peerToken())));
    }

    @Test
    void whereAllIsEncryptedTheTokenOpensNothingAndTheCertificateAll() throws Exception {
        String[] asked = {PeerHttpNames.TO, Integer.toString(TAG), PeerHttpNames.TOKEN, SECRET.peerToken()};
        FakeExchange token = FakeExchange.get(PeerHttpNames.HOTTEST, asked);
        assertEquals(403, token.answeredBy(server(true)).status());
        FakeExchange certificate = FakeExchange.get(PeerHttpNames.HOTTEST, asked[0], asked[1]);
        InetSocketAddress proven = new ClusterProcessAddress(new InetSocketAddress("127.0.0.1", 1));
        Handler asProcess = request -> server(true).handle(new RequestWrapper(request) {
            @Override
            public SocketAddress remoteAddress() {
                return proven;
            }
        });
        assertEquals(200, certificate.answeredBy(asProcess).status());
    }

    @Test
    void aQuestionToAFormerIncarnationIsNotAnswered() throws Exception {
        assertEquals(421, list(Headers.of(PeerHttpNames.TO, "76", PeerHttpNames.TOKEN, SECRET.peerToken())));
    }

    @Test
    void theAdminApiIsForMembersAloneAndGetsItsOwnPaths() throws Exception {
        var member = Headers.of(PeerHttpNames.TO, Integer.toString(TAG), PeerHttpNames.TOKEN, SECRET.peerToken());
        assertEquals("/status", sent("GET", "/~gosling/admin/status", member).responseText());
        assertEquals(
                403,
                sent("GET", "/~gosling/admin/status", Headers.of(PeerHttpNames.TO, Integer.toString(TAG)))
                        .status());
        assertEquals(
                421,
                sent("POST", "/~gosling/admin/drain", member.with(PeerHttpNames.TO, "n1"))
                        .status());
        assertEquals(400, sent("GET", "/~gosling/administer", member).status());
    }

    @Test
    void contentsAreNotGivenByHttp() throws Exception {
        var fetch = Headers.of(PeerHttpNames.TO, Integer.toString(TAG), PeerHttpNames.TOKEN, SECRET.peerToken());
        assertEquals(
                400,
                sent("GET", "/a.html", fetch.plus("Gosling-Fetch", "memory")).status());
        assertEquals(400, sent("POST", "/~gosling/fills", fetch).status());
    }

    @Test
    void lettersOfANodeWithOtherLeasesAreNotTaken() throws Exception {
        FakeExchange other = bring("n1", PeerHttpNames.LEASE, "5000");
        assertEquals(409, other.status());
        assertEquals("0", other.header(PeerHttpNames.LEASE));
        assertEquals(409, bring("n1").status());
    }

    @Test
    void lettersAreForANameWhateverProcessBearsIt() throws Exception {
        assertEquals(400, bring("n1", PeerHttpNames.LEASE, "0").status(), "taken, and there is no message in it");
        assertEquals(421, bring("n2", PeerHttpNames.LEASE, "0").status());
        assertEquals(421, bring(Integer.toString(TAG), PeerHttpNames.LEASE, "0").status());
    }

    private FakeExchange bring(String to, String... more) throws Exception {
        Headers headers = Headers.of(PeerHttpNames.TOKEN, SECRET.peerToken(), PeerHttpNames.TO, to);
        for (int i = 0; i < more.length; i += 2) {
            headers = headers.plus(more[i], more[i + 1]);
        }
        return sent("POST", PeerHttpNames.ENVELOPES, headers);
    }
}
