package io.gosling.netty.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.document.Ticker;
import io.gosling.http.AnswerLog;
import io.gosling.http.HotDocuments;
import io.gosling.http.Response;
import io.gosling.netty.Endpoint;
import io.gosling.netty.HttpLimits;
import io.gosling.netty.HttpServer;
import io.gosling.netty.SocketPair;
import io.gosling.netty.Transport;
import io.gosling.netty.TransportKind;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node's side of a link, which a front-end offers connections of its clients. */
@Timeout(60)
class AdoptingLinkTest {
    private static final HandoffFrame CLOSED = new HandoffFrame.Refusal("the link is closed");

    private final BlockingQueue<HandoffFrame> heard = new LinkedBlockingQueue<>();
    private final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
    private Transport transport;
    private HttpServer server;
    private HandoffDoor door;
    private Channel frames;
    private Channel descriptors;
    private @Nullable Channel listening;

    /** A client and the front-end's side of its connection. */
    private record Visit(Socket client, Channel channel) {
        SocketPair pair() {
            return Objects.requireNonNull(SocketPair.of(channel), "open");
        }
    }

    @BeforeEach
    void link(@TempDir Path folder) throws Exception {
        assumeTrue(Transport.mayPassConnections(), "this system passes no connections between processes");
        transport = Transport.open(TransportKind.AUTO, 1, "link");
        server = HttpServer.start(
                transport,
                List.of(Endpoint.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))),
                HttpLimits.defaults(),
                HotDocuments.none(),
                request -> Response.text(
                        request.rawPath() + " " + new String(request.body().readAllBytes(), StandardCharsets.US_ASCII)),
                AnswerLog.none(),
                null,
                Ticker.system());
        HandoffDirectory directory = HandoffDirectory.open(folder.resolve("h"));
        door = HandoffDoor.open(transport, directory, server.address(), server.adoption());
        Path socket = directory.socketOf(server.address().getPort());
        frames = connect(socket, new HandoffFrame.Hello(HandoffFrame.VERSION));
        HandoffFrame.Welcome welcome = assertInstanceOf(HandoffFrame.Welcome.class, next());
        assertEquals(server.address(), welcome.address());
        descriptors = connect(socket, new HandoffFrame.Join(welcome.link()));
        assertInstanceOf(HandoffFrame.Ready.class, next());
        listening = new ServerBootstrap()
                .group(transport.eventLoops())
                .channel(transport.serverChannel())
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accepted.add(channel);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
    }

    @AfterEach
    void close() {
        Channel opened = listening;
        if (opened != null) {
            opened.close().syncUninterruptibly();
            frames.close().syncUninterruptibly();
            descriptors.close().syncUninterruptibly();
            door.close();
            server.close();
            transport.close();
        }
    }

    private Channel connect(Path socket, HandoffFrame first) throws InterruptedException {
        Channel connected = new Bootstrap()
                .group(transport.eventLoops())
                .channel(transport.unixClientChannel())
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HandoffCodec(), new SimpleChannelInboundHandler<HandoffFrame>() {
                            @Override
                            protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
                                heard.add(frame);
                            }

                            @Override
                            public void channelInactive(ChannelHandlerContext ctx) {
                                heard.add(CLOSED);
                            }
                        });
                    }
                })
                .connect(transport.unixAddress(socket))
                .sync()
                .channel();
        connected.writeAndFlush(first).sync();
        return connected;
    }

    private HandoffFrame next() throws InterruptedException {
        return Objects.requireNonNull(heard.poll(30, TimeUnit.SECONDS), "nothing was said");
    }

    private Visit visit() throws Exception {
        Socket client = new Socket();
        client.connect(Objects.requireNonNull(listening).localAddress());
        client.setSoTimeout(30_000);
        Channel channel = Objects.requireNonNull(accepted.poll(30, TimeUnit.SECONDS), "nobody was accepted");
        channel.deregister().sync();
        return new Visit(client, channel);
    }

    private void offer(int number, Visit visit, String begun) throws InterruptedException {
        frames.writeAndFlush(new HandoffFrame.Offer(
                        number, visit.pair(), null, Unpooled.copiedBuffer(begun, StandardCharsets.US_ASCII)))
                .sync();
    }

    private void pass(Visit visit) throws InterruptedException {
        descriptors.writeAndFlush(((UnixChannel) visit.channel()).fd()).sync();
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
    }

    private static String all(Visit visit) throws IOException {
        return new String(visit.client().getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    /** As when a node has as many files open as it may: the system drops a descriptor and says nothing. */
    @Test
    void aConnectionWhoseDescriptorWasLostIsNotAnsweredOnTheNextOne() throws Exception {
        Visit seven = visit();
        Visit eight = visit();
        try (Socket first = seven.client();
                Socket second = eight.client()) {
            offer(7, seven, get("/of-seven"));
            offer(8, eight, get("/of-eight"));
            pass(eight);
            assertEquals(CLOSED, next(), "neither was taken");
            for (Visit visit : List.of(seven, eight)) {
                visit.channel().unsafe().closeForcibly();
                assertEquals("", all(visit));
            }
        }
    }

    /** No next one comes, for as long as the node has as many files open as it may. */
    @Test
    void aConnectionWhoseDescriptorNeverComesIsTheFrontEndsAgain() throws Exception {
        Visit seven = visit();
        Visit eight = visit();
        try (Socket first = seven.client();
                Socket second = eight.client()) {
            offer(7, seven, get("/of-seven"));
            pass(seven);
            assertEquals(new HandoffFrame.Taken(7), next());
            offer(8, eight, get("/of-eight"));
            HandoffFrame said = next();
            while (!said.equals(CLOSED)) {
                assertNotEquals(new HandoffFrame.Taken(8), said);
                said = next();
            }
            eight.channel().unsafe().closeForcibly();
            assertEquals("", all(eight));
            seven.channel().unsafe().closeForcibly();
            assertEquals("/of-seven ", all(seven).split("\r\n\r\n", 2)[1], "what was taken goes on");
        }
    }

    @Test
    void aConnectionThatIsTheOneThatWasOfferedIsTaken() throws Exception {
        Visit seven = visit();
        Visit eight = visit();
        try (Socket first = seven.client();
                Socket second = eight.client()) {
            offer(7, seven, get("/of-seven"));
            offer(8, eight, get("/of-eight"));
            pass(seven);
            pass(eight);
            assertEquals(new HandoffFrame.Taken(7), next());
            assertEquals(new HandoffFrame.Taken(8), next());
            seven.channel().unsafe().closeForcibly();
            eight.channel().unsafe().closeForcibly();
            assertEquals("/of-seven ", all(seven).split("\r\n\r\n", 2)[1]);
            assertEquals("/of-eight ", all(eight).split("\r\n\r\n", 2)[1]);
        }
    }
}
