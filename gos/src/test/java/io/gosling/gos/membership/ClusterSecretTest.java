package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSecretTest {
    private static final InetSocketAddress BEYOND = new InetSocketAddress("192.0.2.1", 5701);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a secret of sixteen letters and more",
                "Correct Horse 7 Battery Staple and many words more",
                "gosling-cluster-secret-of-our-company",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1",
                "Gosling-2026!-xyz",
                "0123456789012345678901",
                "0123456789abcdef0123456789abcdef"
            })
    void whatAPersonMadeUpIsForLoopbackOnly(String text) {
        ClusterSecret secret = ClusterSecret.of(text);
        var refused = assertThrows(
                IllegalArgumentException.class, () -> ClusterSettings.of("n1", NodeRole.ALL, BEYOND, secret));
        assertEquals(
                "cluster address: 192.0.2.1 can be reached from other machines, so the cluster needs a secret that"
                        + " cannot be guessed; make one with 'head -c 32 /dev/urandom | base64 > gosling.secret; chmod"
                        + " 600 gosling.secret', give the same file to every node, or use a loopback address",
                refused.getMessage());
        assertNotNull(ClusterSettings.of("n1", NodeRole.ALL, new InetSocketAddress("127.0.0.1", 5701), secret));
    }

    @Test
    void aSecondSecretIsAcceptedAndNotUsed() {
        ClusterSecret before = ClusterSecret.of(ClusterSecret.generate(new SecureRandom()));
        String next = ClusterSecret.generate(new SecureRandom());
        String last = ClusterSecret.generate(new SecureRandom());
        ClusterSecret both = ClusterSecret.of(" " + next + "\r\n\n" + last + "\n");
        assertEquals(ClusterSecret.of(next).peerToken(), both.peerToken());
        assertEquals(ClusterSecret.of(next).objectsToken(), both.objectsToken());
        for (ClusterSecret accepted : List.of(ClusterSecret.of(next), ClusterSecret.of(last))) {
            assertTrue(both.isPeerToken(accepted.peerToken()));
            assertTrue(both.isObjectsToken(accepted.objectsToken()));
        }
        assertFalse(both.isPeerToken(before.peerToken()));
        assertFalse(both.isObjectsToken(both.peerToken()));
        assertArrayEquals(
                new byte[][] {
                    ClusterSecret.of(next).tlsSecrets().getFirst(),
                    ClusterSecret.of(last).tlsSecrets().getFirst()
                },
                both.tlsSecrets().toArray(byte[][]::new));
        assertTrue(both.isRandom());
        assertFalse(ClusterSecret.of(next + "\na secret of some length").isRandom());
        assertThrows(IllegalArgumentException.class, () -> ClusterSecret.of(next + "\nshort"));
        assertThrows(IllegalArgumentException.class, () -> ClusterSecret.of(next + "\n" + last + "\n" + next));
    }

    @Test
    void aRunningProcessTakesOverAnotherSecret() {
        String old = ClusterSecret.generate(new SecureRandom());
        String next = ClusterSecret.generate(new SecureRandom());
        ClusterSecret secret = ClusterSecret.of(old);
        ClusterSecret both = ClusterSecret.of(next + "\n" + old);
        assertFalse(secret.isSame(both));
        assertFalse(both.isSame(ClusterSecret.of(old + "\n" + next)));
        assertTrue(both.isSame(ClusterSecret.of(next + "\n" + old)));
        assertFalse(secret.usesSame(both));
        assertFalse(secret.acceptsFirstOf(both));
        assertTrue(both.acceptsFirstOf(secret));
        secret.replaceBy(both);
        assertTrue(secret.isSame(both));
        assertEquals(ClusterSecret.of(next).peerToken(), secret.peerToken());
        assertTrue(secret.isPeerToken(ClusterSecret.of(old).peerToken()));
        secret.replaceBy(ClusterSecret.of(next));
        assertFalse(secret.isPeerToken(ClusterSecret.of(old).peerToken()));
        assertEquals(ClusterSecret.of(next).labels(), secret.labels());
        assertEquals(8, secret.labels().getFirst().length());
    }

    @Test
    void whatAMachineHasDrawnIsForEveryAddress() {
        Random random = new Random(35);
        for (int i = 0; i < 20_000; i++) {
            byte[] bits = new byte[16 + random.nextInt(17)];
            random.nextBytes(bits);
            for (String text : new String[] {
                Base64.getEncoder().encodeToString(bits),
                Base64.getUrlEncoder().withoutPadding().encodeToString(bits),
                HexFormat.of().formatHex(bits),
                HexFormat.of().withUpperCase().formatHex(bits),
                new UUID(random.nextLong(), random.nextLong()).toString()
            }) {
                assertTrue(ClusterSecret.of(text).isRandom(), text);
            }
        }
        String made = ClusterSecret.generate(new SecureRandom());
        assertNotNull(ClusterSettings.of("n1", NodeRole.ALL, BEYOND, ClusterSecret.of(made)));
    }
}
