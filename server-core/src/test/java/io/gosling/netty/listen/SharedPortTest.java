package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.document.Body;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.netty.buffer.Unpooled;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two servers at one port, as two processes would be. */
@DisabledOnOs(OS.WINDOWS)
class SharedPortTest {
    private static final int CLIENTS = 40;

    private static Handler named(String name) {
        return request -> new Response(200, Headers.of("Name", name), new Body.InMemory(Unpooled.EMPTY_BUFFER));
    }

    private static HttpServer start(Transport transport, String name, int port, boolean shared, int connections)
            throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return HttpServer.start(
                transport,
                List.of(ListenEndpoint.plain(address).withShared(shared)),
                HttpLimits.defaults().with(HttpLimits.CONNECTIONS, connections).with(HttpLimits.PIPELINED, 16),
                CachedDocumentLookup.none(),
                named(name),
                CompletedResponseListener.none(),
                null,
                Ticker.system());
    }

    private static List<RawConnection> clients(InetSocketAddress address) {
        List<RawConnection> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(RawConnection.open(address).request("GET", "/" + i));
        }
        return clients;
    }

    private static Set<String> answers(List<RawConnection> clients) {
        Set<String> names = new TreeSet<>();
        for (RawConnection client : clients) {
            RawResponse answer = client.read();
            assertEquals(200, answer.status());
            names.add(String.valueOf(answer.header("Name")));
            client.close();
        }
        return names;
    }

    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            names = {"AUTO", "NIO"})
    void bothTakeConnections(TransportKind kind) throws IOException {
        try (Transport transport = Transport.open(kind, 1, "shared");
                HttpServer one = start(transport, "one", 0, true, 100);
                HttpServer two = start(transport, "two", one.address().getPort(), true, 100)) {
            assertEquals(one.address(), two.address());
            Set<String> names = answers(clients(one.address()));
            assertTrue(names.contains("two"), names::toString);
        }
    }

    @Test
    void whoDoesNotShareHasItsPortAlone() throws IOException {
        try (Transport transport = Transport.open(TransportKind.AUTO, 1, "shared");
                HttpServer one = start(transport, "one", 0, false, 100)) {
            int port = one.address().getPort();
            IOException refused = assertThrows(IOException.class, () -> start(transport, "two", port, true, 100));
            assertTrue(String.valueOf(refused.getMessage()).contains("another program has this port"));
        }
    }

    /** The one that leaves is full, so that there surely are connections that it has not accepted. */
    @Test
    void whoWaitsAtTheOneThatLeavesIsServedByItAndAllOthersByTheOneThatStays() throws Exception {
        assumeTrue(Epoll.isAvailable(), "the system has no epoll");
        try (Transport transport = Transport.open(TransportKind.EPOLL, 1, "shared");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                HttpServer leaving = start(transport, "leaving", 0, true, 1);
                RawConnection first = RawConnection.open(leaving.address());
                HttpServer staying =
                        start(transport, "staying", leaving.address().getPort(), true, 1000)) {
            assertEquals("leaving", first.get("/").header("Name"));
            List<RawConnection> waiting = clients(staying.address());
            var drained = threads.submit(() -> leaving.drain(Duration.ofMinutes(1)));
            assertEquals(Set.of("leaving", "staying"), answers(waiting));
            drained.get();
            assertEquals(Set.of("staying"), answers(clients(staying.address())));
        }
    }
}
