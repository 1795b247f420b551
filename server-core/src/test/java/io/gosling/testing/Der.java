package io.gosling.testing;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Just enough of the distinguished encoding rules (X.690) to write a certificate. Pure. */
final class Der {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... items) {
        return tagged(0x30, items);
    }

    static byte[] set(byte[]... items) {
        return tagged(0x31, items);
    }

    static byte[] integer(long number) {
        return tagged(0x02, BigInteger.valueOf(number).toByteArray());
    }

    static byte[] truth() {
        return tagged(0x01, new byte[] {(byte) 0xff});
    }

    static byte[] utf8(String text) {
        return tagged(0x0c, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant instant) {
        return tagged(0x18, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] bits(byte[] bytes) {
        return tagged(0x03, new byte[] {0}, bytes);
    }

    static byte[] octets(byte[] bytes) {
        return tagged(0x04, bytes);
    }

    /** An object identifier of small numbers or, at most, two octets each. */
    static byte[] oid(int... numbers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(numbers[0] * 40 + numbers[1]);
        for (int i = 2; i < numbers.length; i++) {
            for (int shift = 21; shift > 0; shift -= 7) {
                if (numbers[i] >> shift > 0) {
                    bytes.write(0x80 | (numbers[i] >> shift & 0x7f));
                }
            }
            bytes.write(numbers[i] & 0x7f);
        }
        return tagged(0x06, bytes.toByteArray());
    }

    static byte[] tagged(int tag, byte[]... items) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] item : items) {
            content.writeBytes(item);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        int length = content.size();
        if (length >= 128) {
            byte[] number = BigInteger.valueOf(length).toByteArray();
            int skip = number[0] == 0 ? 1 : 0;
            all.write(0x80 | (number.length - skip));
            all.write(number, skip, number.length - skip);
        } else {
            all.write(length);
        }
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }
}
