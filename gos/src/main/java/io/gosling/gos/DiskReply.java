package io.gosling.gos;

import io.gosling.caching.StoredReply;
import io.gosling.gos.disk.DiskReading;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stored response of an origin that the disk has: good for nothing before its origin has said that it still holds. Owned by
 * one thread, which closes it or its body once.
 */
public final class DiskReply implements AutoCloseable {
    private final StoredReply reply;
    private final DiskReading reading;
    private final DiskTier tier;
    private final String base;

    DiskReply(StoredReply reply, DiskReading reading, DiskTier tier, String base) {
        this.reply = reply;
        this.reading = reading;
        this.tier = tier;
        this.base = base;
    }

    /** It was asked for before as often as was written down. */
    void recount() {
        tier.recount(reading);
    }

    public StoredReply reply() {
        return reply;
    }

    /** Bytes of its body. */
    public int length() {
        return reading.length();
    }

    /** Its body; ends with an {@link IOException} where the disk does not give what was written to it. */
    public InputStream body() {
        return reading;
    }

    /** Its origin has another one: it is not found any more. */
    public void forget() {
        tier.forget(base);
    }

    @Override
    public void close() {
        DiskTier.closeQuietly(reading);
    }
}
