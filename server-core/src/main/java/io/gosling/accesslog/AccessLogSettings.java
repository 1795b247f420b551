package io.gosling.accesslog;

/**
 * Destination, format and rotation of the access log.
 *
 * @param file a path, or {@code -} for standard output
 * @param queueBytes size of the queue to the writer, 128 KiB to 1 GiB; lines beyond it are dropped and counted
 */
public record AccessLogSettings(String file, LineFormat format, Rotation rotation, long queueBytes) {
    /** Default queue size: room for the lines of a short burst. */
    public static final long QUEUE_BYTES = 4 << 20;

    public AccessLogSettings {
        if (queueBytes < 2L * LineBatch.BYTES || queueBytes > 1 << 30) {
            throw new IllegalArgumentException("the access log's queue: " + queueBytes
                    + " bytes is out of bounds; expected " + 2 * LineBatch.BYTES + " to " + (1 << 30));
        }
    }

    /** Returns settings for lines in the combined format that the server itself never rotates. */
    public static AccessLogSettings to(String file) {
        return new AccessLogSettings(file, LineFormat.parse("combined"), Rotation.none(), QUEUE_BYTES);
    }
}
