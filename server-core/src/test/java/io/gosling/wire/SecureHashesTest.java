package io.gosling.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.Test;

class SecureHashesTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** FIPS 180-2, appendix B.1. */
    @Test
    void theHashOfATextIsThatOfTheStandard() {
        assertEquals(
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                hex(SecureHashes.sha256().digest(bytes("abc"))));
    }

    /** RFC 4231, section 4.3. */
    @Test
    void aKeyThatIsKeptGivesTheSameCodesAsItsSecret() {
        String code = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        byte[] text = bytes("what do ya want for nothing?");
        SecretKey key = SecureHashes.hmacKey(bytes("Jefe"));
        assertEquals(code, hex(SecureHashes.hmac(bytes("Jefe"), text)));
        for (int i = 0; i < 2; i++) {
            assertEquals(code, hex(SecureHashes.hmac(key, text)));
        }
    }
}
