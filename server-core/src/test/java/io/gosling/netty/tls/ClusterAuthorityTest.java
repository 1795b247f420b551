package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterAuthorityTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final int RAW_KEY = 32;
    private static final byte[] SECRET = "kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh".getBytes(StandardCharsets.US_ASCII);

    @ParameterizedTest(name = "RFC 8032, section 7.1, test {0}")
    @CsvSource({
        "1, 9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
                + " d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a, '',"
                + " e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "2, 4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
                + " 3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c, 72,"
                + " 92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        "3, c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7,"
                + " fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025, af82,"
                + " 6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    })
    void aSeedIsAnEd25519Key(int number, String seed, String publicKey, String message, String signed)
            throws GeneralSecurityException {
        KeyPair keys = ClusterAuthority.keys(HEX.parseHex(seed));
        assertEquals(publicKey, raw(keys.getPublic().getEncoded()));
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(keys.getPrivate());
        signature.update(HEX.parseHex(message));
        assertEquals(signed, HEX.formatHex(signature.sign()));
    }

    @Test
    void theKeyDerivationOfThisJavaIsThatOfRfc5869() throws GeneralSecurityException {
        byte[] okm = KDF.getInstance("HKDF-SHA256")
                .deriveData(HKDFParameterSpec.ofExtract()
                        .addIKM(HEX.parseHex("0b".repeat(22)))
                        .addSalt(HEX.parseHex("000102030405060708090a0b0c"))
                        .thenExpand(HEX.parseHex("f0f1f2f3f4f5f6f7f8f9"), 42));
        assertEquals(
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
                HEX.formatHex(okm));
    }

    /** The expected key was computed with OpenSSL's HKDF and Ed25519. */
    @Test
    void aSecretIsTheSameAuthorityInEveryProcessAndVersion() throws GeneralSecurityException {
        ClusterAuthority authority = ClusterAuthority.of(SECRET);
        assertEquals(
                "f6f20671d3cab55b6293775e58499f1f2333fdcf206baf636d1609abf23ce1aa",
                raw(authority.publicKey().getEncoded()));
        assertArrayEquals(
                authority.certificate().getEncoded(),
                ClusterAuthority.of(SECRET).certificate().getEncoded());
        assertNotEquals(
                authority.certificate().getSubjectX500Principal(),
                ClusterAuthority.of(new byte[RAW_KEY]).certificate().getSubjectX500Principal());
    }

    @Test
    void aProcessGetsACertificateForAllTimesThatCannotIssueOthers() throws Exception {
        ClusterAuthority authority = ClusterAuthority.of(SECRET);
        ClusterPeer self = new ClusterPeer("node", "n_1.example-a");
        X509Certificate issued = ClusterIdentity.make(authority, self, List.of(InetAddress.getByName("192.0.2.7")))
                .getCertificateChain("")[0];
        issued.verify(authority.publicKey());
        issued.checkValidity(new Date(0));
        issued.checkValidity(new Date(253_000_000_000_000L));
        assertEquals(self, ClusterPeer.of(issued));
        assertEquals(-1, issued.getBasicConstraints());
        assertEquals(0, authority.certificate().getBasicConstraints());
        assertEquals(authority.certificate().getSubjectX500Principal(), issued.getIssuerX500Principal());
        assertTrue(issued.getSubjectAlternativeNames().contains(List.of(7, "192.0.2.7")));
        assertFalse(issued.getSerialNumber().signum() <= 0);
    }

    private static String raw(byte[] encoded) {
        return HEX.formatHex(Arrays.copyOfRange(encoded, encoded.length - RAW_KEY, encoded.length));
    }
}
