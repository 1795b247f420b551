package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A port that speaks HTTP and another protocol, told apart by the first byte. */
class SharedPortProtocolDetectorTest {
    private static final byte FIRST = (byte) 0xC7;

    /** Sends back whatever comes, and closes at the begin of draining. */
    private static void echo(Channel channel) {
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                ctx.writeAndFlush(((ByteBuf) message).retainedDuplicate());
                ((ByteBuf) message).release();
            }

            @Override
            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                if (event == Listener.Drain.BEGUN) {
                    ctx.close();
                }
            }
        });
    }

    private static HttpServer start(Transport transport) throws IOException {
        ListenEndpoint endpoint = ListenEndpoint.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withRaw(FIRST, SharedPortProtocolDetectorTest::echo);
        return HttpServer.start(
                transport,
                List.of(endpoint),
                HttpLimits.defaults(),
                CachedDocumentLookup.none(),
                request -> Response.text("http\n"),
                CompletedResponseListener.none(),
                null,
                Ticker.system());
    }

    private static Socket connect(HttpServer server) throws IOException {
        Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    @Test
    void theFirstByteSelectsTheProtocol() throws Exception {
        try (Transport transport = Transport.open(TransportKind.AUTO, 1, "test");
                HttpServer server = start(transport);
                Socket raw = connect(server);
                Socket http = connect(server);
                Socket silent = connect(server)) {
            http.getOutputStream().write('G');
            raw.getOutputStream().write(new byte[] {FIRST, 1});
            assertEquals(List.of(FIRST, (byte) 1), bytes(raw, 2), "the first byte is the protocol's own");
            raw.getOutputStream().write("GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII));
            assertEquals('G', bytes(raw, 14).getFirst().byteValue(), "later ones select nothing");
            http.getOutputStream()
                    .write("ET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(http.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(answer.startsWith("HTTP/1.1 200") && answer.endsWith("http\n"), answer);

            CountDownLatch drained = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> {
                server.drain(Duration.ofSeconds(20));
                drained.countDown();
            });
            assertTrue(drained.await(15, TimeUnit.SECONDS), "both protocols hear of draining");
            assertEquals(-1, silent.getInputStream().read());
            assertEquals(-1, raw.getInputStream().read());
        }
    }

    private static List<Byte> bytes(Socket from, int count) throws IOException {
        byte[] read = from.getInputStream().readNBytes(count);
        Byte[] boxed = new Byte[read.length];
        for (int i = 0; i < read.length; i++) {
            boxed[i] = read[i];
        }
        return List.of(boxed);
    }

    @Test
    void anEndpointKeepsItsOtherProtocolWhenItIsShared() {
        ListenEndpoint plain =
                ListenEndpoint.plain(new InetSocketAddress(0)).withRaw(FIRST, SharedPortProtocolDetectorTest::echo);
        assertEquals(
                plain.raw(), plain.withShared(true).withProxies(address -> true).raw());
    }
}
