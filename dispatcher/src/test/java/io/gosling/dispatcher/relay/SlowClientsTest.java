package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The memory of slow clients, without a network. */
class SlowClientsTest {
    private static final long EACH = SlowClients.OF_EACH;

    private final EventLoop one = new DefaultEventLoop();
    private final EventLoop other = new DefaultEventLoop();
    private final SlowClients.Loops all = new SlowClients.Loops(() -> 3 * EACH + 100);
    private final List<String> disconnected = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void stop() {
        one.shutdownGracefully();
        other.shutdownGracefully();
    }

    private SlowClients.Turn client(String name) {
        return new SlowClients.Turn(() -> disconnected.add(name));
    }

    private void wait(EventLoop loop, SlowClients.Turn client, long bytes) throws Exception {
        loop.submit(() -> all.of(loop).waitsFor(client, bytes)).get();
    }

    private void goOn(EventLoop loop, SlowClients.Turn client) throws Exception {
        loop.submit(() -> all.of(loop).goesOn(client)).get();
    }

    /** The clients disconnected so far, after both loops have run. */
    private List<String> disconnected() throws Exception {
        one.submit(() -> {}).get();
        other.submit(() -> {}).get();
        return List.copyOf(disconnected);
    }

    @Test
    void beyondTheBudgetTheLongestWaitedForGo() throws Exception {
        SlowClients.Turn steady = client("steady");
        wait(one, client("first"), 40);
        wait(one, steady, 30);
        goOn(one, steady);
        wait(one, client("second"), 20);
        wait(one, steady, 30);
        assertEquals(List.of(), disconnected());
        wait(one, client("third"), 40);
        assertEquals(List.of("first"), disconnected());
        assertEquals(3 * EACH + 90, all.bytes());
        wait(one, client("fourth"), 50);
        assertEquals(List.of("first", "second", "steady"), disconnected(), "one that took something is younger");
        assertEquals(2 * EACH + 90, all.bytes());
    }

    @Test
    void aClientThatGoesOnHoldsNothing() throws Exception {
        SlowClients.Turn client = client("it");
        wait(one, client, 80);
        wait(one, client, 60);
        assertEquals(EACH + 60, all.bytes(), "what it holds now");
        goOn(one, client);
        goOn(one, client);
        assertEquals(0, all.bytes());
        assertEquals(List.of(), disconnected());
    }

    @Test
    void theLoopThatHoldsMostDisconnects() throws Exception {
        wait(other, client("attacker"), 10);
        wait(other, client("another"), 10);
        wait(other, client("third"), 10);
        wait(one, client("download"), 10);
        assertEquals(List.of("attacker"), disconnected());
        assertEquals(3 * EACH + 30, all.bytes());
    }
}
