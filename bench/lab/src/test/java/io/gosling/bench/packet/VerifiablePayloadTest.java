package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VerifiablePayloadTest {
    private static byte[] bytes(long number, int count) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        VerifiablePayload.write(out, number, count);
        return out.toByteArray();
    }

    private static int read(byte[] came, long number, int bytes) throws IOException {
        return VerifiablePayload.read(new ByteArrayInputStream(came), number, bytes);
    }

    @Test
    void whatWasWrittenIsRight() throws IOException {
        for (int count : new int[] {0, 1, 100_000, VerifiablePayload.MOST}) {
            assertEquals(count, read(bytes(42, count), 42, count));
        }
    }

    @Test
    void oneOtherByteIsFoundWhereverItIs() throws IOException {
        for (int at : new int[] {0, 32_767, 32_768, 99_999}) {
            byte[] sent = bytes(42, 100_000);
            sent[at] ^= 1;
            assertEquals(-1, read(sent, 42, 100_000), "byte " + at);
        }
    }

    @Test
    void bytesOfAnotherNumberAreWrong() throws IOException {
        assertEquals(-1, read(bytes(42, 1000), 43, 1000));
    }

    @Test
    void anEarlyEndIsNoWrongByte() throws IOException {
        assertEquals(500, read(Arrays.copyOf(bytes(42, 1000), 500), 42, 1000));
    }
}
