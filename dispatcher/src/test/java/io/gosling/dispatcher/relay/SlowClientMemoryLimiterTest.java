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
class SlowClientMemoryLimiterTest {
    private static final long EACH = SlowClientMemoryLimiter.OF_EACH;

    private final EventLoop one = new DefaultEventLoop();
    private final EventLoop other = new DefaultEventLoop();
    private final SlowClientMemoryLimiter.Loops all = new SlowClientMemoryLimiter.Loops(() -> 3 * EACH + 100);
    private final List<String> disconnected = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void stop() {
        one.shutdownGracefully();
        other.shutdownGracefully();
    }

    private SlowClientMemoryLimiter.Turn client(EventLoop loop, String name) {
        return all.turn(loop, () -> disconnected.add(name));
    }

    private void wait(EventLoop loop, String name, long bytes) throws Exception {
        wait(loop, client(loop, name), bytes);
    }

    private static void wait(EventLoop loop, SlowClientMemoryLimiter.Turn client, long bytes) throws Exception {
        loop.submit(() -> client.waits(bytes)).get();
    }

    private static void goOn(EventLoop loop, SlowClientMemoryLimiter.Turn client) throws Exception {
        loop.submit(client::goesOn).get();
    }

    /** The clients disconnected so far, after both loops have run. */
    private List<String> disconnected() throws Exception {
        one.submit(() -> {}).get();
        other.submit(() -> {}).get();
        return List.copyOf(disconnected);
    }

    @Test
    void beyondTheBudgetTheLongestWaitedForGo() throws Exception {
        SlowClientMemoryLimiter.Turn steady = client(one, "steady");
        wait(one, "first", 40);
        wait(one, steady, 30);
        goOn(one, steady);
        wait(one, "second", 20);
        wait(one, steady, 30);
        assertEquals(List.of(), disconnected());
        wait(one, "third", 40);
        assertEquals(List.of("first"), disconnected());
        assertEquals(3 * EACH + 90, all.bytes());
        wait(one, "fourth", 50);
        assertEquals(List.of("first", "second", "steady"), disconnected(), "one that took something is younger");
        assertEquals(2 * EACH + 90, all.bytes());
    }

    @Test
    void aClientThatGoesOnHoldsNothing() throws Exception {
        SlowClientMemoryLimiter.Turn client = client(one, "it");
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
        wait(other, "attacker", 10);
        wait(other, "another", 10);
        wait(other, "third", 10);
        wait(one, "download", 10);
        assertEquals(List.of("attacker"), disconnected());
        assertEquals(3 * EACH + 30, all.bytes());
    }
}
