package io.gosling.origin.upstream;

import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.space.AloneReplies;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.origin.cache.CachedResponseLookup;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.settings.SettingValues;
import io.gosling.testing.RawConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Servers over origins, and clients of theirs, all on real sockets. */
final class OriginFixture implements AutoCloseable {
    final Transport transport = Transport.open(TransportKind.NIO, 1, "origin-test");
    final Queue<ResponseSource> places = new ConcurrentLinkedQueue<>();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Has something closed at the end, before what was opened earlier. */
    <T extends AutoCloseable> T closes(T opened) {
        open.push(opened);
        return opened;
    }

    RawOrigin origin(RawOrigin.Talk talk) {
        return closes(RawOrigin.talking(talk));
    }

    RawOrigin saying(String response) {
        return closes(RawOrigin.saying(response));
    }

    RawConnection client(RawOrigin origin, SettingValues times) {
        return client(address(origin), times);
    }

    RawConnection client(OriginAddress address, SettingValues times) {
        return closes(RawConnection.open(server(address, times)));
    }

    static OriginAddress address(RawOrigin origin) {
        return OriginAddress.parse("http://127.0.0.1:" + origin.port());
    }

    /** The address of a new server, which also speaks HTTP/2. */
    InetSocketAddress server(OriginAddress address, SettingValues times) {
        OriginSettings settings = OriginSettings.of(address).of(times);
        NodeObjectMemory memory = NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20), Ticker.system());
        OriginHandler handler = new OriginHandler(
                new OriginRequestHeaderBuilder("n1", "tag", settings),
                closes(OriginClient.open(transport, settings, Ticker.system())),
                memory.replies(),
                AloneReplies.of(memory),
                new LocalChangeTimes(Ticker.system().nanos()),
                any -> false,
                "n1",
                Ticker.system(),
                InstantSource.system());
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try {
            return closes(HttpServer.start(
                            transport,
                            List.of(ListenEndpoint.plain(loopback).withHttp2(Http2Limits.defaults(), true)),
                            HttpLimits.defaults(),
                            CachedResponseLookup.in(memory.hot(), settings, false, (key, loop, receiver) -> false),
                            handler,
                            (from, status, bytes, nanos) -> places.add(from),
                            null,
                            Ticker.system()))
                    .address();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
        transport.close();
    }
}
