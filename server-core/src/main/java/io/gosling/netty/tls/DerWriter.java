package io.gosling.netty.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes the parts of DER (X.690) that a certificate consists of. Pure. */
public final class DerWriter {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    /** The first moment that a certificate does not write as UTCTime (RFC 5280, section 4.1.2.5). */
    private static final Instant YEAR_2050 = Instant.parse("2050-01-01T00:00:00Z");

    private DerWriter() {}

    public static byte[] sequence(byte[]... items) {
        return tagged(0x30, items);
    }

    public static byte[] set(byte[]... items) {
        return tagged(0x31, items);
    }

    public static byte[] integer(BigInteger number) {
        return tagged(0x02, number.toByteArray());
    }

    public static byte[] truth() {
        return tagged(0x01, new byte[] {(byte) 0xff});
    }

    public static byte[] utf8(String text) {
        return tagged(0x0c, text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] time(Instant instant) {
        boolean early = instant.isBefore(YEAR_2050);
        String text = (early ? UTC_TIME : TIME).format(instant);
        return tagged(early ? 0x17 : 0x18, text.getBytes(StandardCharsets.US_ASCII));
    }

    public static byte[] bits(byte[] bytes) {
        return bits(0, bytes);
    }

    public static byte[] octets(byte[] bytes) {
        return tagged(0x04, bytes);
    }

    /** A string of bits of which the last {@code unused} do not count. */
    public static byte[] bits(int unused, byte[] bytes) {
        return tagged(0x03, new byte[] {(byte) unused}, bytes);
    }

    /** An object identifier of small numbers or, at most, two octets each. */
    public static byte[] oid(int... numbers) {
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

    public static byte[] tagged(int tag, byte[]... items) {
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
