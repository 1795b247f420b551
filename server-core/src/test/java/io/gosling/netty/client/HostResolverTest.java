package io.gosling.netty.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RecordedLog;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names of other machines, with a resolver that may fail or take its time. */
@Timeout(60)
class HostResolverTest {
    private static final String APP = "app.test";
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration AGE = Duration.ofSeconds(10);

    private final ManualTicker ticker = new ManualTicker();
    private final AtomicInteger lookups = new AtomicInteger();
    private final CountDownLatch hang = new CountDownLatch(1);
    private final RecordedLog log = new RecordedLog();
    private volatile String answer = "10.0.0.1";

    private final HostResolver hosts = new HostResolver(
            name -> {
                lookups.incrementAndGet();
                return addresses(answer);
            },
            ticker);

    @AfterEach
    void letGo() {
        hang.countDown();
        log.close();
    }

    private InetAddress[] addresses(String texts) throws UnknownHostException {
        if (texts.equals("hang")) {
            try {
                hang.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return addresses("10.0.0.9");
        }
        if (texts.isEmpty()) {
            throw new UnknownHostException("nobody knows");
        }
        String[] each = texts.split(" ", -1);
        InetAddress[] all = new InetAddress[each.length];
        for (int i = 0; i < each.length; i++) {
            all[i] = InetAddress.ofLiteral(each[i]);
        }
        return all;
    }

    private List<String> lines() {
        return log.messages(Level.INFO).stream()
                .filter(line -> line.contains("app.test"))
                .toList();
    }

    private String now() {
        try {
            return hosts.all(APP, LONG).getFirst().getHostAddress();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void becomes(String other, String seen) {
        answer = other;
        int before = lookups.get();
        Eventually.that("it is looked up again", () -> {
            // The look-up before may end only now, and its addresses then count from now on.
            ticker.advance(AGE);
            now();
            return lookups.get() > before;
        });
        Eventually.that("it is " + seen, () -> now().equals(seen));
    }

    @Test
    void aNameThatMovesIsFoundAtItsNewAddressAndTheChangeIsLogged() {
        assertEquals("10.0.0.1", now());
        ticker.advance(AGE.minusMillis(1));
        assertEquals("10.0.0.1", now());
        assertEquals(1, lookups.get());
        becomes("10.0.0.2 ::1", "10.0.0.2");
        assertEquals("app.test is 10.0.0.2, 0:0:0:0:0:0:0:1 from now on; it was 10.0.0.1", lines().getFirst());
    }

    @Test
    void theLastAddressesStayWhileTheResolverFailsAndThatIsLoggedOnce() {
        assertEquals("10.0.0.1", now());
        becomes("", "10.0.0.1");
        becomes("", "10.0.0.1");
        becomes("10.0.0.1", "10.0.0.1");
        Eventually.that("that it is found again is logged", () -> lines().size() == 2);
        assertTrue(lines().getFirst().contains("stay in use"));
    }

    @Test
    void anAnswerInAnotherOrderIsNoChange() {
        answer = "10.0.0.1 10.0.0.2";
        assertEquals("10.0.0.1", now());
        becomes("10.0.0.2 10.0.0.1", "10.0.0.1");
        becomes("10.0.0.3 10.0.0.1", "10.0.0.3");
        assertEquals(1, lines().size());
    }

    @Test
    void theKnownAddressesAreUsedWhileALookupHangs() {
        assertEquals("10.0.0.1", now());
        becomes("hang", "10.0.0.1");
        for (int i = 0; i < 100; i++) {
            assertEquals("10.0.0.1", now());
        }
        assertEquals(2, lookups.get(), "one at a time");
        hang.countDown();
        Eventually.that("the new one is known", () -> now().equals("10.0.0.9"));
    }

    @Test
    void theFirstLookupIsWaitedForNoLongerThanIsSaid() {
        answer = "hang";
        for (int i = 0; i < 3; i++) {
            assertThrows(ConnectException.class, () -> hosts.all(APP, Duration.ofMillis(20)));
        }
        assertEquals(1, lookups.get(), "one at a time");
    }

    @Test
    void aNameWithoutAnAddressIsLookedUpAgainAfterAMoment() {
        answer = "";
        for (int i = 0; i < 3; i++) {
            ConnectException unknown = assertThrows(ConnectException.class, () -> hosts.all(APP, LONG));
            assertTrue(String.valueOf(unknown.getMessage()).contains("app.test"), unknown.toString());
        }
        assertEquals(1, lookups.get(), "that it has none is remembered");
        answer = "10.0.0.1";
        ticker.advance(Duration.ofSeconds(2));
        assertEquals("10.0.0.1", now());
    }

    @Test
    void manyNamesAreLookedUpByFewThreads() {
        answer = "hang";
        List<CompletableFuture<List<InetAddress>>> all = IntStream.range(0, 100)
                .mapToObj(i -> hosts.lookUp("app" + i + ".test"))
                .toList();
        Eventually.that("some are being looked up", () -> lookups.get() >= 16);
        assertEquals(16, lookups.get());
        hang.countDown();
        all.forEach(name -> assertEquals(1, name.join().size()));
    }

    @Test
    void aNewNameDoesNotWaitForNamesThatAreDead() {
        answer = "";
        for (int i = 0; i < 16; i++) {
            String dead = "dead" + i + ".test";
            assertThrows(ConnectException.class, () -> hosts.all(dead, LONG));
        }
        answer = "hang";
        ticker.advance(AGE);
        IntStream.range(0, 16).forEach(i -> hosts.lookUp("dead" + i + ".test"));
        Eventually.that("all are being looked up again", () -> lookups.get() == 32);
        answer = "10.0.0.1";
        assertEquals("10.0.0.1", now());
    }

    @Test
    void eachCallerGetsAFailureOfItsOwn() {
        answer = "";
        assertThrows(ConnectException.class, () -> hosts.all(APP, LONG));
        Throwable one = hosts.lookUp(APP).exceptionNow();
        Throwable other = hosts.lookUp(APP).exceptionNow();
        assertNotSame(one, other);
        assertEquals(one.getMessage(), other.getMessage());
        assertEquals(1, lookups.get());
    }

    @Test
    void anUnusedNameIsForgottenWhenAnotherOneComes() {
        assertEquals("10.0.0.1", now());
        HostResolver.Host unused = hosts.host(APP);
        ticker.advance(Duration.ofMinutes(59));
        hosts.host("other.test");
        assertSame(unused, hosts.host(APP));
        ticker.advance(Duration.ofMinutes(1));
        hosts.host("another.test");
        assertNotSame(unused, hosts.host(APP));
    }

    @Test
    void addressesAreNoNames() {
        for (String literal : new String[] {"10.0.0.7", "::1", "fe80::7"}) {
            assertFalse(HostResolver.socket(literal, 80).isUnresolved(), literal);
        }
        assertTrue(HostResolver.socket("10.test", 80).isUnresolved());
    }
}
