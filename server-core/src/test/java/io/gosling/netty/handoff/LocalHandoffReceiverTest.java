package io.gosling.netty.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.ConnectionAddresses;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.unix.DomainSocketChannelConfig;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node's side of a link, which a front-end offers connections of its clients. */
@Timeout(60)
class LocalHandoffReceiverTest {
    private static final HandoffFrame CLOSED = new HandoffFrame.Refusal("the link is closed");

    /** So many that a front-end which does not hear what becomes of them is given up long before. */
    private static final int MANY = 100_000;

    private final BlockingQueue<HandoffFrame> heard = new LinkedBlockingQueue<>();
    /** As many requests as may be answered. */
    private final Semaphore answers = new Semaphore(MANY);

    /** More than sockets hold. */
    private static final int LARGE = 32 << 20;

    private final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
    private Transport transport;
    private HttpServer server;
    private LocalHandoffListener door;
    private Channel frames;
    private Channel descriptors;
    private Path socket = Path.of("");
    private @Nullable Channel listening;

    /** A client and the front-end's side of its connection. */
    private record Visit(Socket client, Channel channel) {
        ConnectionAddresses pair() {
            return Objects.requireNonNull(ConnectionAddresses.of(channel), "open");
        }
    }

    @BeforeEach
    void link(@TempDir Path folder) throws Exception {
        assumeTrue(Transport.mayPassConnections(), "this system passes no connections between processes");
        transport = Transport.open(TransportKind.AUTO, 1, "link");
        server = HttpServer.start(
                transport,
                List.of(ListenEndpoint.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))),
                HttpLimits.defaults(),
                CachedDocumentLookup.none(),
                request -> {
                    if (request.rawPath().equals("/large")) {
                        return Response.text("x".repeat(LARGE));
                    }
                    answers.acquireUninterruptibly();
                    return Response.text(request.rawPath() + " "
                            + new String(request.body().readAllBytes(), StandardCharsets.US_ASCII));
                },
                CompletedResponseListener.none(),
                null,
                Ticker.system());
        HandoffSocketDirectory directory = HandoffSocketDirectory.open(folder.resolve("h"));
        door = new LocalHandoffListener(transport, directory, server.address(), server.adoption(), () -> 1000);
        socket = directory.socketOf(server.address().getPort());
        meet(HandoffFrame.Hello.NEVER, 60_000);
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

    private void meet(long backFrom, int timeoutMillis) throws InterruptedException {
        frames = connect(socket, new HandoffFrame.Hello(HandoffFrame.VERSION, backFrom, timeoutMillis));
        HandoffFrame.Welcome welcome = assertInstanceOf(HandoffFrame.Welcome.class, next());
        assertEquals(server.address(), welcome.address());
        descriptors = connect(socket, new HandoffFrame.Join(welcome.link()));
        assertInstanceOf(HandoffFrame.Ready.class, next());
        descriptors.pipeline().remove(HandoffCodec.class); // with each descriptor comes a byte
    }

    /** The same with a front-end that wants connections back with any request that is not answered from memory. */
    private void meetAnother(int timeoutMillis) throws InterruptedException {
        frames.close().sync();
        descriptors.close().sync();
        assertEquals(List.of(CLOSED, CLOSED), List.of(next(), next()));
        meet(0, timeoutMillis);
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
                        number, visit.pair(), null, false, Unpooled.copiedBuffer(begun, StandardCharsets.US_ASCII)))
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

    /** A connection that the node has answered once, and is about to bring back. */
    private Visit visitBroughtBack() throws Exception {
        Visit visit = visit();
        offer(7, visit, "GET /first HTTP/1.1\r\nHost: test\r\n\r\n");
        pass(visit);
        assertEquals(new HandoffFrame.Taken(7), next());
        visit.channel().unsafe().closeForcibly();
        readUntil(visit, "/first ");
        assertEquals(new HandoffFrame.Quiet(7), next(), "its exchange is over");
        visit.client().getOutputStream().write(get("/second").getBytes(StandardCharsets.US_ASCII));
        HandoffFrame.Offer back = assertInstanceOf(HandoffFrame.Offer.class, next());
        assertEquals(7, back.number());
        assertEquals(visit.client().getLocalPort(), back.connection().remote().getPort());
        assertEquals(get("/second"), back.begun().toString(StandardCharsets.US_ASCII));
        back.begun().release();
        return visit;
    }

    private static void readUntil(Visit visit, String end) throws IOException {
        StringBuilder read = new StringBuilder();
        while (!read.toString().endsWith(end)) {
            int next = visit.client().getInputStream().read();
            assertTrue(next >= 0, () -> "ended after " + read);
            read.append((char) next);
        }
    }

    @Test
    void aConnectionThatTheFrontEndDoesNotWantIsAnsweredByTheNode() throws Exception {
        meetAnother(60_000);
        Visit visit = visitBroughtBack();
        try (Socket client = visit.client()) {
            frames.writeAndFlush(new HandoffFrame.Declined(7)).sync();
            readUntil(visit, "/second ");
            assertEquals("", all(visit), "and closed as was asked for");
        }
    }

    /** It was quiet when it left, and is load of its node from now on. */
    @Test
    void aConnectionThatTheFrontEndDoesNotWantIsBusy() throws Exception {
        meetAnother(60_000);
        Visit visit = visitBroughtBack();
        try (Socket client = visit.client()) {
            answers.drainPermits();
            frames.writeAndFlush(new HandoffFrame.Declined(7)).sync();
            assertEquals(new HandoffFrame.Busy(7), next());
            answers.release();
            readUntil(visit, "/second ");
        } finally {
            answers.release();
        }
    }

    /** Or clients that do not read would count as load, and for the front-end's limit, as long as they like. */
    @Test
    void aConnectionWhoseClientDoesNotReadIsQuiet() throws Exception {
        Visit visit = visit();
        try (Socket client = visit.client()) {
            offer(9, visit, get("/large"));
            pass(visit);
            assertEquals(new HandoffFrame.Taken(9), next());
            visit.channel().unsafe().closeForcibly();
            HandoffFrame said = next();
            while (said instanceof HandoffFrame.Busy) {
                said = next();
            }
            assertEquals(new HandoffFrame.Quiet(9), said);
            assertTrue(server.exchanges() > 0, "its exchange is under way");
            assertTrue(client.getInputStream().readAllBytes().length > LARGE, "and goes on when it reads");
        }
    }

    /** Nor is it asked for another, before the next look. */
    @Test
    void afterAConnectionThatTheFrontEndDoesNotWantOthersStay() throws Exception {
        meetAnother(60_000);
        Visit other = visit();
        offer(8, other, "GET /first HTTP/1.1\r\nHost: test\r\n\r\n");
        pass(other);
        assertEquals(new HandoffFrame.Taken(8), next());
        other.channel().unsafe().closeForcibly();
        readUntil(other, "/first ");
        assertEquals(new HandoffFrame.Quiet(8), next());
        Visit visit = visitBroughtBack();
        try (Socket client = visit.client();
                Socket another = other.client()) {
            CountDownLatch said = new CountDownLatch(1);
            CountDownLatch asked = new CountDownLatch(1);
            frames.eventLoop().execute(() -> {
                frames.writeAndFlush(new HandoffFrame.Declined(7));
                said.countDown();
                awaitUninterruptibly(asked);
            });
            said.await();
            another.getOutputStream().write(get("/second").getBytes(StandardCharsets.US_ASCII));
            asked.countDown(); // both are read before it looks
            readUntil(visit, "/second ");
            readUntil(other, "/second ");
        }
    }

    @Test
    void aNodeThatDrainsWaitsForAConnectionOnItsWayBack() throws Exception {
        meetAnother(60_000);
        Visit visit = visitBroughtBack();
        try (Socket client = visit.client()) {
            Thread drain = Thread.ofVirtual().start(() -> server.drain(Duration.ofSeconds(30)));
            Eventually.that("nobody new is accepted", () -> isRefused(server.address()));
            answers.drainPermits();
            frames.writeAndFlush(new HandoffFrame.Declined(7)).sync();
            assertEquals(new HandoffFrame.Busy(7), next(), "it has not ended");
            answers.release();
            readUntil(visit, "/second ");
            assertEquals("", all(visit));
            drain.join();
        } finally {
            answers.release();
        }
    }

    private static boolean isRefused(InetSocketAddress address) {
        try (Socket another = new Socket(address.getAddress(), address.getPort())) {
            return !another.isConnected();
        } catch (IOException e) {
            return true;
        }
    }

    /** The front-end can hold no more descriptors that it has not read, nor can the system. */
    @Test
    void ofConnectionsThatAskAtOnceTheMostThatMayBeUnderWayGoBackAndTheOthersStay() throws Exception {
        meetAnother(60_000);
        int most = ReturningConnections.MOST_UNDER_WAY;
        Map<Integer, Visit> visits = new HashMap<>();
        try {
            Set<Integer> quiet = new HashSet<>();
            for (int i = 0; i < most + 50; i++) {
                Visit visit = visit();
                visits.put(i, visit);
                offer(i, visit, "GET /first HTTP/1.1\r\nHost: test\r\n\r\n");
                pass(visit);
                while (!nextOrQuiet(quiet).equals(new HandoffFrame.Taken(i))) {
                    // it says of others that they are quiet
                }
                visit.channel().unsafe().closeForcibly();
                readUntil(visit, "/first ");
            }
            while (quiet.size() < visits.size()) {
                nextOrQuiet(quiet);
            }
            CountDownLatch allHaveAsked = new CountDownLatch(1);
            frames.eventLoop().execute(() -> awaitUninterruptibly(allHaveAsked));
            for (Visit visit : visits.values()) {
                visit.client().getOutputStream().write(get("/second").getBytes(StandardCharsets.US_ASCII));
            }
            allHaveAsked.countDown();
            Set<Integer> offered = new HashSet<>();
            while (offered.size() < most) {
                if (next() instanceof HandoffFrame.Offer back) {
                    back.begun().release();
                    offered.add(back.number());
                }
            }
            for (Map.Entry<Integer, Visit> one : visits.entrySet()) {
                if (!offered.contains(one.getKey())) {
                    readUntil(one.getValue(), "/second ");
                }
            }
            frames.writeAndFlush(new HandoffFrame.Declined(offered.iterator().next()))
                    .sync();
            readUntil(Objects.requireNonNull(visits.get(offered.iterator().next())), "/second ");
        } finally {
            for (Visit visit : visits.values()) {
                visit.client().close();
            }
        }
    }

    private HandoffFrame nextOrQuiet(Set<Integer> quiet) throws InterruptedException {
        HandoffFrame said = next();
        if (said instanceof HandoffFrame.Quiet one) {
            quiet.add(one.number());
        }
        return said;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The front-end is alive, and its word of what it has taken can be heard. */
    @Test
    void aNodeThatEndsTheLinkAnswersWhatWasOnItsWayBack() throws Exception {
        meetAnother(60_000);
        Visit seven = visitBroughtBack();
        Visit eight = visit();
        Visit nine = visit();
        try (Socket first = seven.client();
                Socket second = eight.client();
                Socket third = nine.client()) {
            offer(8, eight, get("/of-eight"));
            offer(9, nine, get("/of-nine"));
            pass(nine);
            readUntil(seven, "/second ");
            for (Visit visit : List.of(eight, nine)) {
                visit.channel().unsafe().closeForcibly();
                assertEquals("", all(visit), "neither was taken");
            }
        }
    }

    /** Its bytes, received before and since, stay the node's. */
    @Test
    void aConnectionOnItsWayToAFrontEndThatEndsIsAnsweredByTheNode() throws Exception {
        meetAnother(60_000);
        Visit visit = visitBroughtBack();
        try (Socket client = visit.client()) {
            frames.close().sync();
            descriptors.close().sync();
            readUntil(visit, "/second ");
        }
    }

    @Test
    void aConnectionThatTheFrontEndHasTakenIsTheNodesNoMore() throws Exception {
        meetAnother(60_000);
        Visit visit = visitBroughtBack();
        try (Socket client = visit.client()) {
            // The descriptor that it was passed is nobody's here, so the node's is the last.
            frames.writeAndFlush(new HandoffFrame.Taken(7)).sync();
            assertEquals("", all(visit), "not a byte was written");
            Eventually.that("nothing is left of it", () -> server.connections() == 0);
            assertEquals(List.of(), heard.stream().toList(), "and nothing more is said of it");
        }
    }

    /** The descriptor that lies in the front-end's queue would keep it open for as long as the front-end is stopped. */
    @Test
    void aConnectionOfWhichTheFrontEndSaysNothingIsNobodys() throws Exception {
        meetAnother(10);
        descriptors.config().setAutoRead(false);
        ((DomainSocketChannelConfig) descriptors.config()).setReadMode(DomainSocketReadMode.FILE_DESCRIPTORS);
        Visit visit = visitBroughtBack();
        try (Socket client = visit.client()) {
            assertEquals(CLOSED, next(), "the link is given up");
            assertEquals("", all(visit), "and so is the connection");
        }
    }

    /** It is offered so much that it has to hear of that its words would fill the node's memory. */
    @Test
    void aFrontEndThatDoesNotListenIsGivenUpAndItsConnectionsLiveOn() throws Exception {
        Visit seven = visit();
        Visit others = visit();
        try (Socket client = seven.client();
                Socket another = others.client()) {
            server.limit(HttpLimits.defaults().with(HttpLimits.CONNECTIONS, 1).with(HttpLimits.PIPELINED, 16));
            offer(7, seven, "GET /first HTTP/1.1\r\nHost: test\r\n\r\n");
            pass(seven);
            assertEquals(new HandoffFrame.Taken(7), next());
            seven.channel().unsafe().closeForcibly();
            readUntil(seven, "/first ");
            frames.config().setAutoRead(false);
            int offered = 0;
            while (frames.isActive() && offered < MANY) {
                for (int i = 0; i < 32; i++) {
                    frames.write(
                            new HandoffFrame.Offer(8 + offered++, others.pair(), null, false, Unpooled.EMPTY_BUFFER));
                    descriptors.write(((UnixChannel) others.channel()).fd());
                }
                frames.writeAndFlush(Unpooled.EMPTY_BUFFER).await();
                descriptors.writeAndFlush(Unpooled.EMPTY_BUFFER).await();
            }
            Eventually.that("the link is closed", () -> !frames.isActive());
            client.getOutputStream().write(get("/second").getBytes(StandardCharsets.US_ASCII));
            readUntil(seven, "/second ");
        }
    }

    /**
     * Of a socket that a loop knows, what is before the end of its input is read at once, whether that was asked for or
     * not.
     */
    @Test
    void aHalfClosedConnectionIsNotReadBeforeItIsTaken() throws Exception {
        Visit visit = visit();
        try (Socket client = visit.client()) {
            client.getOutputStream().write(get("/unread").getBytes(StandardCharsets.US_ASCII));
            client.shutdownOutput();
            EventLoop loop = frames.eventLoop();
            int descriptor = ((UnixChannel) visit.channel()).fd().intValue();
            assertNotNull(loop.submit(() -> server.adoption().take(descriptor, loop, null))
                    .get());
            for (int i = 0; i < 10; i++) {
                loop.submit(() -> {}).get(); // it looks at its sockets each time
            }
            StringBuffer read = new StringBuffer();
            visit.channel().pipeline().addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                @Override
                protected void channelRead0(ChannelHandlerContext ctx, ByteBuf bytes) {
                    read.append(bytes.toString(StandardCharsets.US_ASCII));
                }
            });
            visit.channel().config().setAutoRead(true);
            loop.register(visit.channel()).sync();
            Eventually.that("all of it was still there", () -> read.toString().equals(get("/unread")));
            visit.channel().close().sync(); // the one descriptor that there is
        }
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
            HandoffFrame then = next();
            assertEquals(new HandoffFrame.Taken(8), then.equals(new HandoffFrame.Ended(7)) ? next() : then);
            seven.channel().unsafe().closeForcibly();
            eight.channel().unsafe().closeForcibly();
            assertEquals("/of-seven ", all(seven).split("\r\n\r\n", 2)[1]);
            assertEquals("/of-eight ", all(eight).split("\r\n\r\n", 2)[1]);
        }
    }
}
