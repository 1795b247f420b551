package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RawConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server with as many connections as it may have, some of which only wait for their client's next request. */
@Timeout(60)
class IdleConnectionsTest {
    private final ManualTicker ticker = new ManualTicker();
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final Handler slow = request -> {
        hangs.await();
        return ErrorPageBuilder.of(404);
    };

    private ServerFixture server(int connections) throws IOException {
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.CONNECTIONS, connections);
        return ServerFixture.start(ListenEndpoint.plain(ServerFixture.anyPort()), limits, slow, ticker)
                .hot("/a", new byte[10]);
    }

    private void busy(ServerFixture server, RawConnection client, int exchanges) {
        client.request("GET", "/slow");
        Eventually.that("it is under way", () -> server.server().exchanges() == exchanges);
    }

    @Test
    void theLongestIdleConnectionMakesRoomAndNoneWithARequest() throws IOException {
        try (ServerFixture server = server(3);
                RawConnection busy = server.connect();
                RawConnection longest = server.connect()) {
            busy(server, busy, 1);
            assertEquals(200, longest.get("/a").status());
            ticker.advance(Duration.ofSeconds(2));
            try (RawConnection later = server.connect()) {
                assertEquals(200, later.get("/a").status());
                assertTrue(longest.ends());
                ticker.advance(Duration.ofSeconds(2));
                try (RawConnection last = server.connect()) {
                    assertEquals(200, last.get("/a").status());
                    assertTrue(later.ends());
                    hangs.countDown();
                    assertEquals(404, busy.read().status());
                }
            }
        }
    }

    @Test
    void connectionsThatWereIdleWhenAllWereBusyAreNotClosedForIt() throws IOException {
        try (ServerFixture server = server(2);
                RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            busy(server, first, 1);
            busy(server, second, 2);
            ticker.advance(Duration.ofSeconds(30));
            try (RawConnection third = server.connect()) {
                third.request("GET", "/a");
                hangs.countDown();
                assertEquals(404, first.read().status());
                assertEquals(404, second.read().status());
                assertEquals(200, first.get("/a").status());
                assertEquals(200, second.get("/a").status());
                ticker.advance(Duration.ofSeconds(2));
                assertEquals(200, third.read().status(), "an answered one has made room");
            }
        }
    }

    @Test
    void aClientThatHasJustConnectedHasTimeForItsFirstRequest() throws IOException {
        try (ServerFixture server = server(1);
                RawConnection first = server.connect()) {
            Eventually.that("it is open", () -> server.server().connections() == 1);
            ticker.advance(Duration.ofMillis(999));
            assertEquals(200, first.get("/a").status());
        }
    }

    /** As many as a flood that sends nothing after its first request, or nothing at all. */
    @Test
    void newClientsAreAnsweredBesideManyIdleOnes() throws IOException {
        List<RawConnection> idle = new ArrayList<>();
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.CONNECTIONS, 16);
        try (ServerFixture server = ServerFixture.start(limits, slow).hot("/a", new byte[10])) {
            for (int i = 0; i < 40; i++) {
                RawConnection client = server.connect();
                idle.add(client);
                if (i % 2 == 0) {
                    client.request("GET", "/a");
                }
            }
            Eventually.that("all are answered", () -> server.answers().all().size() == 20);
        } finally {
            idle.forEach(RawConnection::close);
        }
    }

    @Test
    void aConnectionIsIdleFromWhenItsClientHasTakenTheAnswer() throws IOException {
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.IDLE_TIME, Duration.ofSeconds(10))
                .with(HttpLimits.WRITE_TIME, Duration.ofMinutes(1));
        byte[] large = new byte[32 << 20];
        try (ServerFixture server = ServerFixture.start(limits, slow, ticker)
                        .hot("/a", new byte[10])
                        .hot("/large", large);
                RawConnection client = server.connect();
                RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            assertEquals(200, first.get("/a").status());
            client.request("GET", "/large");
            Eventually.that("it is being answered", () -> server.lookups() == 2);
            ticker.advance(Duration.ofSeconds(6));
            assertEquals(200, second.get("/a").status());
            ticker.advance(Duration.ofSeconds(6));
            assertTrue(first.ends(), "the server has looked at its connections");
            assertEquals(large.length, client.read().body().length);
            ticker.advance(Duration.ofSeconds(5));
            assertTrue(second.ends(), "the server has looked again");
            assertEquals(200, client.get("/a").status(), "it had the end of its answer a moment ago");
        }
    }

    @Test
    void anIdleConnectionOfHttp2MakesRoom() throws IOException {
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.CONNECTIONS, 1);
        try (ServerFixture server = ServerFixture.start(ServerFixture.http2(), limits, slow, ticker)
                        .hot("/a", new byte[10]);
                FrameClient idle = FrameClient.open(server.server().address())) {
            assertEquals(200, idle.get(1, "/a").answer().status());
            ticker.advance(Duration.ofSeconds(2));
            try (RawConnection next = server.connect()) {
                assertEquals(200, next.get("/a").status());
                assertEquals(0, idle.expect(FrameClient.GOAWAY).error(), "it is told, and not cut off");
            }
        }
    }
}
