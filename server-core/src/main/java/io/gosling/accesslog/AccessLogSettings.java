package io.gosling.accesslog;

/**
 * Where and how lines are written.
 *
 * @param file a path, or {@code -} for standard output
 * @param format see {@link LineFormat}
 * @param queueBytes that may wait for the writer, 128 KiB to 1 GiB; lines beyond are dropped and counted
 */
public record AccessLogSettings(String file, LineFormat format, Rotation rotation, long queueBytes) {
    /** Lines of the last moments of a busy second. */
    public static final long QUEUE_BYTES = 4 << 20;

    /** @throws IllegalArgumentException naming the value and its bounds */
    public AccessLogSettings {
        if (queueBytes < 2L * LineBatch.BYTES || queueBytes > 1 << 30) {
            throw new IllegalArgumentException("the access log's queue: " + queueBytes
                    + " bytes is out of bounds; expected " + 2 * LineBatch.BYTES + " to " + (1 << 30));
        }
    }

    /** Combined lines, never rotated here. */
    public static AccessLogSettings to(String file) {
        return new AccessLogSettings(file, LineFormat.parse("combined"), Rotation.none(), QUEUE_BYTES);
    }
}
