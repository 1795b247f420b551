package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The memory of slow clients, without a network. */
class SlowClientsTest {
    private final EventLoop one = new DefaultEventLoop();
    private final EventLoop other = new DefaultEventLoop();
    private final SlowClients.Loops all = new SlowClients.Loops(() -> 100);
    private final List<String> disconnected = new ArrayList<>();

    @AfterEach
    void stop() {
        one.shutdownGracefully();
        other.shutdownGracefully();
    }

    private SlowClients.Reader reader(String name) {
        return () -> disconnected.add(name);
    }

    /** What was disconnected so far, once the loop has done it. */
    private List<String> disconnected() throws Exception {
        return one.submit(() -> List.copyOf(disconnected)).get();
    }

    @Test
    void beyondTheBudgetTheLongestWaitedForGo() throws Exception {
        SlowClients clients = all.of(one);
        SlowClients.Reader steady = reader("steady");
        clients.waitsFor(reader("first"), 40);
        clients.waitsFor(steady, 30);
        clients.goesOn(steady);
        clients.waitsFor(reader("second"), 20);
        clients.waitsFor(steady, 30);
        assertEquals(List.of(), disconnected());
        clients.waitsFor(reader("third"), 40);
        assertEquals(List.of("first"), disconnected());
        assertEquals(90, all.bytes());
        clients.waitsFor(reader("fourth"), 50);
        assertEquals(List.of("first", "second", "steady"), disconnected(), "one that took something is younger");
        assertEquals(90, all.bytes());
    }

    @Test
    void oneThatGoesOnHoldsNothing() throws Exception {
        SlowClients clients = all.of(one);
        SlowClients.Reader reader = reader("it");
        clients.waitsFor(reader, 80);
        clients.waitsFor(reader, 60);
        assertEquals(60, all.bytes(), "what it holds now");
        clients.goesOn(reader);
        clients.goesOn(reader);
        assertEquals(0, all.bytes());
        assertEquals(List.of(), disconnected());
    }

    @Test
    void allLoopsShareTheBudgetAndEachDisconnectsItsOwn() throws Exception {
        all.of(other).waitsFor(reader("elsewhere"), 60);
        all.of(one).waitsFor(reader("here"), 30);
        all.of(one).waitsFor(reader("next"), 30);
        assertEquals(List.of("here"), disconnected());
        assertEquals(90, all.bytes());
    }
}
