package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that has no descriptor left: no channel can be made, so there is none that belongs to a loop. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ServerConnectorTest {
    private static final TargetServer SERVER = TargetServer.near(new InetSocketAddress("127.0.0.1", 9));

    /** Hears of one request. */
    private record Hearing(CompletableFuture<String> heard) implements RequestSlot.Requester {
        @Override
        public void answered(RequestSlot link, int status, String kind, long bytes) {
            heard.complete("answered " + status);
        }

        @Override
        public void failed(RequestSlot link, RequestFailureReason why, boolean lost) {
            heard.complete(
                    why + (lost ? ", lost, " : ", ") + Thread.currentThread().getName());
            link.close();
        }
    }

    @Test
    void whoGetsNoDescriptorHearsOfItOnItsLoop() throws Exception {
        List<Function<EventLoop, Function<RequestSlot.Requester, RequestSlot>>> kinds = List.of(
                loop -> requester -> new Http1RequestSlot(
                        withoutDescriptors(loop), requester, new CacheStatusClassifier(), (in, n) -> {}),
                loop -> requester -> new Http2SlotConnection(
                                withoutDescriptors(loop), requester, new CacheStatusClassifier())
                        .links()
                        .getFirst());
        try (Transport transport = Transport.open(TransportKind.NIO, 1, "test")) {
            EventLoop loop = transport.eventLoops().next();
            String owner = loop.submit(() -> Thread.currentThread().getName()).get();
            for (Function<EventLoop, Function<RequestSlot.Requester, RequestSlot>> kind : kinds) {
                Hearing hearing = new Hearing(new CompletableFuture<>());
                loop.execute(() -> kind.apply(loop).apply(hearing).ask(new byte[] {'/'}, 0));
                assertEquals("CONNECT, lost, " + owner, hearing.heard().get());
            }
        }
    }

    private static ServerConnector withoutDescriptors(EventLoop loop) {
        return new ServerConnector(
                loop,
                new Bootstrap().channelFactory(() -> {
                    throw new ChannelException("Failed to open a socket.");
                }),
                SERVER,
                LoadSettings.closed(List.of(SERVER), 1, Duration.ofSeconds(1), 1));
    }
}
