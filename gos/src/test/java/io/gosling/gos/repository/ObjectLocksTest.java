package io.gosling.gos.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.repository.ObjectLocks.Attempt;
import io.gosling.gos.repository.ObjectLocks.Lease;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One holder at a time, and leases that end. */
class ObjectLocksTest {
    private static final ObjectKey KEY = ObjectKey.of("key");
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final ManualTicker ticker = new ManualTicker();
    private final FakeHomes homes = new FakeHomes(ticker);
    private final FakeVoters voters = new FakeVoters();
    private final ObjectLocks one = locks(1);
    private final ObjectLocks two = locks(2);

    /** With write-back, which no lock may wait in. */
    private ObjectLocks locks(int seed) {
        RepositorySettings settings =
                RepositorySettings.defaults().with(RepositorySettings.WRITE, RepositorySettings.WriteMode.BACK);
        return new ObjectLocks(
                new ObjectRepository(settings, homes.seenFrom(false), voters.node(), ticker, new Random(seed)), ticker);
    }

    private static Lease held(Attempt attempt) {
        return assertInstanceOf(Attempt.Held.class, attempt).lease();
    }

    @Test
    void aLockHasOneHolderAndTokensGrow() {
        Lease first = held(one.lock(KEY, LEASE));
        assertEquals(new Attempt.Taken(), two.lock(KEY, LEASE));
        held(two.lock(ObjectKey.of("another"), LEASE));
        assertTrue(one.unlock(first));
        assertFalse(one.unlock(first));
        Lease second = held(two.lock(KEY, LEASE));
        assertTrue(second.token() > first.token());
        assertFalse(one.unlock(first), "the first holder gives back nothing of the second's");
        assertEquals(new Attempt.Taken(), one.lock(KEY, LEASE));
    }

    @Test
    void whoStandsStillLosesIt() {
        Lease first = held(one.lock(KEY, LEASE));
        ticker.advance(LEASE.minusMillis(1));
        assertTrue(first.holds(ticker.nanos()));
        assertEquals(new Attempt.Taken(), two.lock(KEY, LEASE));
        ticker.advance(Duration.ofMillis(1));
        assertFalse(first.holds(ticker.nanos()));
        held(two.lock(KEY, LEASE));
        assertEquals(new Attempt.Taken(), one.renew(first, LEASE));
    }

    @Test
    void aLeaseThatIsRenewedGoesOn() {
        Lease first = held(one.lock(KEY, LEASE));
        ticker.advance(Duration.ofSeconds(50));
        Lease second = held(one.renew(first, LEASE));
        assertTrue(second.token() > first.token());
        ticker.advance(Duration.ofSeconds(50));
        assertTrue(second.holds(ticker.nanos()));
        assertEquals(new Attempt.Taken(), two.lock(KEY, LEASE));
        assertEquals(new Attempt.Taken(), one.renew(first, LEASE));
        assertTrue(one.unlock(second));
    }

    @Test
    void whereNobodyKnowsItIsNotHeld() {
        voters.leases(false);
        assertInstanceOf(Attempt.Unavailable.class, one.lock(KEY, LEASE));
        voters.leases(true);
        homes.quota(0, 0);
        assertEquals(new Attempt.Unavailable("the lock's home is full"), one.lock(KEY, LEASE));
        ObjectKey longest = ObjectKey.of(new byte[ObjectKey.LONGEST]);
        assertThrows(IllegalArgumentException.class, () -> one.lock(longest, LEASE));
    }

    @Test
    void whereObjectsAreDroppedThereAreNoLocks() {
        RepositorySettings cache = RepositorySettings.defaults()
                .with(RepositorySettings.OBJECTS, 10)
                .with(RepositorySettings.BYTES, 1L << 20)
                .with(RepositorySettings.FULL, RepositorySettings.WhenFull.DROP)
                .with(RepositorySettings.BACKUPS, 0)
                .with(RepositorySettings.LARGEST, 1 << 20);
        ObjectLocks locks = new ObjectLocks(
                new ObjectRepository(cache, homes.seenFrom(false), voters.node(), ticker, new Random(3)), ticker);
        Attempt.Unavailable said = assertInstanceOf(Attempt.Unavailable.class, locks.lock(KEY, LEASE));
        assertTrue(said.reason().contains("repository.full: drop"), said.reason());
        held(one.lock(KEY, LEASE));
    }
}
