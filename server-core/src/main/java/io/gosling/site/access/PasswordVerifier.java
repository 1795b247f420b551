package io.gosling.site.access;

import io.gosling.wire.SecureHashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * Compares passwords with their hashes, which is slow on purpose. A few are compared at a time, so that guessing does
 * not take the processors from everybody else, and {@value #MOST_WAITING} wait for their turn; a password that was
 * right is recognised again by a keyed digest in memory. A name that does not exist takes as long as one that does.
 * Safe for use by many threads.
 */
public final class PasswordVerifier {
    private static final int REMEMBERED = 1000;

    /** More would take the worker path from requests that need no password. */
    public static final int MOST_WAITING = 64;

    private final Semaphore turns;
    private final Duration timeout;
    private final SecretKey key;
    private final PasswordHash nobody;
    private final Map<String, byte[]> right = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
            return size() > REMEMBERED;
        }
    });

    public enum Verdict {
        RIGHT,
        WRONG,
        /** Too many comparisons are running. */
        BUSY
    }

    /** @param atATime comparisons that run at the same time, from 1 on */
    public PasswordVerifier(int atATime, Duration timeout, SecureRandom random) {
        this(atATime, timeout, random, PasswordHash.ROUNDS);
    }

    public PasswordVerifier(int atATime, Duration timeout, SecureRandom random, int roundsForNobody) {
        this.turns = new Semaphore(atATime);
        this.timeout = timeout;
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        this.key = SecureHashes.hmacKey(secret);
        this.nobody = PasswordHash.make("nobody".toCharArray(), roundsForNobody, random);
    }

    /** @param hash the user's, or null where there is no such user */
    public Verdict compare(@Nullable PasswordHash hash, String password) throws InterruptedException {
        String known = hash == null ? "" : hash.toString();
        byte[] digest = digest(known, password);
        byte[] rightBefore = right.get(known);
        if (rightBefore != null && MessageDigest.isEqual(rightBefore, digest)) {
            return Verdict.RIGHT;
        }
        if (turns.getQueueLength() >= MOST_WAITING || !turns.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            return Verdict.BUSY;
        }
        boolean same;
        try {
            same = (hash == null ? nobody : hash).is(password.toCharArray());
        } finally {
            turns.release();
        }
        if (hash == null || !same) {
            return Verdict.WRONG;
        }
        right.put(known, digest);
        return Verdict.RIGHT;
    }

    public int waiting() {
        return turns.getQueueLength();
    }

    private byte[] digest(String hash, String password) {
        return SecureHashes.hmac(key, (hash + password).getBytes(StandardCharsets.UTF_8));
    }
}
