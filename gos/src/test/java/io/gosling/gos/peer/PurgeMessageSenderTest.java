package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.MemberList;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.gos.quorum.PurgeService;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.purge.NoCopies;
import io.gosling.purge.PurgeEnvironment;
import io.gosling.purge.PurgeSettings;
import io.gosling.purge.Quorum;
import io.gosling.purge.QuorumMemberStorage;
import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.testing.Eventually;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages find their way while the member lists of the nodes differ. */
class PurgeMessageSenderTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final InetSocketAddress NOBODY = new InetSocketAddress("127.0.0.1", 1);

    private final Transport transport = Transport.open(TransportKind.NIO, 1, "test");
    private final HttpClient http = HttpClient.open(transport, new PoolLimits(4, 4, LONG, LONG));
    private final Queue<String> brought = new ConcurrentLinkedQueue<>();
    private final HttpServer other;
    private final MemberList book = new MemberList(ClusterMember.named("n1", 1));
    private final PurgeService owner = PurgeService.start(
            NodeIncarnation.drawn("n1", new Random(1)),
            new QuorumSettings(new Quorum(List.of("n1")), PurgeSettings.defaults()),
            QuorumMemberStorage.none(),
            new PurgeEnvironment(new NoCopies(), List::of, new Random(2), System::currentTimeMillis),
            Ticker.system());
    private final NodeLocator where = new NodeLocator(book, List.of("n1", "n2", "n3"));
    private final PurgeMessageSender envelopeTransport =
            new PurgeMessageSender(http, ClusterSecret.ofLoopback(), where, owner);

    PurgeMessageSenderTest() throws Exception {
        other = HttpServer.start(
                transport,
                Members.ANY_PORT,
                HttpLimits.defaults(),
                CachedDocumentLookup.none(),
                this::take,
                CompletedResponseListener.none(),
                Ticker.system());
    }

    @AfterEach
    void close() {
        owner.close();
        http.close();
        other.close();
        transport.close();
    }

    private Response take(Request request) {
        brought.add(String.valueOf(request.headers().first(PeerHttpNames.TO)));
        return Response.of(204);
    }

    private static ClusterMember at(String name, int tag, InetSocketAddress peer) {
        return new ClusterMember(
                name, tag, NodeRole.ALL, peer, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
    }

    private void send(String name) {
        envelopeTransport.send(
                name,
                List.of(new AddressedPurgeMessage(
                        NodeIncarnation.drawn("n1", new Random(3)), 0, new PurgeMessage.Goodbye())));
    }

    @Test
    void whoIsNoMemberAnyMoreIsStillWrittenToByNameWhereItWas() {
        book.others(List.of(at("n2", 2, other.address())));
        send("n2");
        Eventually.that("the member has its message", () -> brought.size() == 1);
        book.others(List.of());
        send("n2");
        Eventually.that("cut off from the grid it has the next one", () -> brought.size() == 2);
        assertEquals(List.of("n2", "n2"), List.copyOf(brought));
    }

    @Test
    void whoHasComeBackElsewhereIsWrittenToThere() {
        book.others(List.of(at("n2", 2, NOBODY)));
        send("n2");
        book.others(List.of(at("n2", 3, other.address())));
        send("n2");
        book.others(List.of());
        Eventually.that("it has its message", () -> brought.size() == 1);
        send("n2");
        Eventually.that("and the next", () -> brought.size() == 2);
    }

    @Test
    void whoAnswersAtAnAddressThatIsDoubtedIsBelievedOthersWhereNobodyKnowsBetter() {
        where.hear("n2", "n2=127.0.0.1:1 n3=127.0.0.1:1");
        where.hear("n3", "n3=127.0.0.1:2 n2=" + SocketAddressFormat.text(other.address()));
        assertEquals(NOBODY, where.of("n2"), "it said so itself");
        send("n2");
        Eventually.that("nobody answers there, so that another's word counts", () -> {
            where.hear("n3", "n3=127.0.0.1:2 n2=" + SocketAddressFormat.text(other.address()));
            return other.address().equals(where.of("n2"));
        });
        send("n2");
        Eventually.that("it has its message", () -> brought.size() == 1);
    }
}
