package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.listen.AcceptedChannelInitializer;
import io.gosling.netty.listen.ClientAddressTable;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.netty.channel.Channel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the bound in bytes of requests sent ahead. */
@Timeout(60)
class PipelinedRequestsTest {
    private static final int CHUNKS = 4000;

    /** The first request is answered when its latch opens; the others say how long their body was. */
    private final CountDownLatch first = new CountDownLatch(1);

    private final Handler handler = request -> {
        if (request.rawPath().equals("/first")) {
            first.await();
        }
        long length = request.body().skip(Long.MAX_VALUE);
        return new Response(200, Headers.of("Length", Long.toString(length)), null);
    };

    @ParameterizedTest
    @ValueSource(ints = {16 << 10, 1})
    void aBodyThatWaitsItsTurnIsNotReadWithoutBound(int chunk) throws Exception {
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.BODY, 1L << 30);
        ServerContext context = ServerContext.of(
                limits,
                CachedDocumentLookup.none(),
                handler,
                CompletedResponseListener.none(),
                null,
                Ticker.system(),
                new LimitCounters());
        CompletableFuture<Channel> accepted = new CompletableFuture<>();
        ListenEndpoint endpoint = ListenEndpoint.plain(ServerFixture.anyPort());
        ClientAddressTable clientAddresses = ClientAddressTable.unlimited();
        AcceptedChannelInitializer.Speech speech = capture(new ServerPipelineBuilder(endpoint, context), accepted);
        try (Transport transport = Transport.open(TransportKind.AUTO, 1, "test");
                Listener listener = Listener.bindAll(
                                transport,
                                List.of(endpoint),
                                10,
                                clientAddresses,
                                at -> new AcceptedChannelInitializer(at, context::limits, clientAddresses, speech))
                        .getFirst();
                RawConnection client =
                        RawConnection.open(Listener.addresses(List.of(listener)).getFirst())) {
            client.request("GET", "/first");
            client.request("POST", "/second", "Transfer-Encoding", "chunked");
            String one = Integer.toHexString(chunk) + "\r\n" + "x".repeat(chunk) + "\r\n";
            Thread sender = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < CHUNKS / 100; i++) {
                    client.send(one.repeat(100));
                }
                client.send("0\r\n\r\n");
            });
            Channel channel = accepted.get();
            Eventually.that(
                    "the client is not listened to any more",
                    () -> !channel.config().isAutoRead());
            first.countDown();
            assertEquals(200, client.read().status());
            assertEquals((long) CHUNKS * chunk, Long.parseLong(client.read().header("Length")), "and then it is");
            sender.join();
        }
    }

    private static AcceptedChannelInitializer.Speech capture(
            AcceptedChannelInitializer.Speech speech, CompletableFuture<Channel> accepted) {
        return new AcceptedChannelInitializer.Speech() {
            @Override
            public void http1(Channel channel) {
                accepted.complete(channel);
                speech.http1(channel);
            }

            @Override
            public void http2(Channel channel) {
                speech.http2(channel);
            }
        };
    }
}
