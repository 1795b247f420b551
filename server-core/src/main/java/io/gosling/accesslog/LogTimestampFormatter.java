package io.gosling.accesslog;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The timestamp of log lines, formatted once a second. Belongs to one event loop. */
final class LogTimestampFormatter {
    private static final DateTimeFormatter COMMON = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);
    private static final DateTimeFormatter ISO =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final InstantSource wall;
    private final DateTimeFormatter common;
    private long second = Long.MIN_VALUE;
    private byte[] commonText = new byte[0];
    private byte[] isoText = new byte[0];

    LogTimestampFormatter(InstantSource wall, ZoneId zone) {
        this.wall = wall;
        this.common = COMMON.withZone(zone);
    }

    /** {@code 21/Nov/2026:20:15:01 +0000}. */
    void common(LineBuffer line) {
        refresh();
        line.raw(commonText);
    }

    /** {@code 2026-11-21T20:15:01.123Z}. */
    void iso(LineBuffer line) {
        long millis = refresh();
        line.raw(isoText);
        line.raw('.');
        line.padded(Math.floorMod(millis, 1000), 3);
        line.raw('Z');
    }

    private long refresh() {
        long millis = wall.millis();
        long now = Math.floorDiv(millis, 1000);
        if (now != second) {
            second = now;
            Instant instant = Instant.ofEpochSecond(now);
            commonText = common.format(instant).getBytes(StandardCharsets.US_ASCII);
            isoText = ISO.format(instant).getBytes(StandardCharsets.US_ASCII);
        }
        return millis;
    }
}
