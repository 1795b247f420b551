package io.gosling.node.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.settings.ByteSizeFormat;
import io.gosling.settings.DurationFormat;
import io.gosling.settings.HostPort;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "4096, 4096",
        "17b, 17",
        "256k, 262144",
        "256KiB, 262144",
        "256m, 268435456",
        "256MiB, 268435456",
        "256mib, 268435456",
        "2G, 2147483648",
        "1TiB, 1099511627776",
        "007k, 7168"
    })
    void sizesAreReadWithAndWithoutUnits(String text, long bytes) {
        assertEquals(bytes, ByteSizeFormat.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "m",
                "-1",
                "1.5g",
                "256MB",
                "256 m",
                "256mm",
                "9223372036854775807k",
                "99999999999999999999",
                "1e6",
                "٣"
            })
    void whatIsNoSizeIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> ByteSizeFormat.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"0s, 0", "500ms, 500", "2s, 2000", "1m, 60000", "3h, 10800000", "2d, 172800000"})
    void durationsAreReadWithTheirUnit(String text, long millis) {
        assertEquals(Duration.ofMillis(millis), DurationFormat.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "s", "2 s", "-2s", "2S", "1.5s", "2sec", "1m30s", "1234567890123s"})
    void whatIsNoDurationIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> DurationFormat.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "web1:5701, web1, 5701",
        "10.0.0.7:0, 10.0.0.7, 0",
        "[::1]:4675, ::1, 4675",
        "[fe80::1%eth0]:80, fe80::1%eth0, 80"
    })
    void addressesAreReadAndWrittenBack(String text, String host, int port) {
        HostPort address = HostPort.parse(text);
        assertEquals(new HostPort(host, port), address);
        assertEquals(text, address.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "web1",
                ":80",
                "::1:80",
                "[::1]",
                "[web]:80",
                "web:65536",
                "web:-1",
                "web:80:90",
                "a b:80",
                "http://a:80"
            })
    void whatIsNoAddressIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> HostPort.parse(text));
    }

    @Test
    void whatIsWrittenIsReadBackTheSame() {
        Random random = new Random(20261120);
        for (int i = 0; i < 5000; i++) {
            long number = random.nextLong(1L << (1 + random.nextInt(62)));
            long rounded = random.nextBoolean() ? number : number << 20 >>> 20 << 10;
            assertEquals(Math.abs(rounded), ByteSizeFormat.parse(ByteSizeFormat.format(Math.abs(rounded))));
            Duration duration = Duration.ofMillis(random.nextLong(1L << (1 + random.nextInt(35))));
            assertEquals(duration, DurationFormat.parse(DurationFormat.format(duration)));
        }
    }

    @Test
    void noTextMakesTheParsersFailInAnyOtherWay() {
        Random random = new Random(7);
        String letters = "0123456789kmgtibMS.:[]%- shd";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            tryAll(text.toString());
        }
    }

    private static void tryAll(String text) {
        try {
            assertEquals(
                    ByteSizeFormat.parse(text),
                    ByteSizeFormat.parse(ByteSizeFormat.format(ByteSizeFormat.parse(text))));
        } catch (IllegalArgumentException expected) {
            // refused
        }
        try {
            assertEquals(
                    DurationFormat.parse(text),
                    DurationFormat.parse(DurationFormat.format(DurationFormat.parse(text))));
        } catch (IllegalArgumentException expected) {
            // refused
        }
        try {
            assertEquals(
                    HostPort.parse(text), HostPort.parse(HostPort.parse(text).toString()));
        } catch (IllegalArgumentException expected) {
            // refused
        }
    }
}
