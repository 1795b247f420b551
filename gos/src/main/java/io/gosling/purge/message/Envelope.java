package io.gosling.purge.message;

/**
 * A message with both ends.
 *
 * @param from who wrote it
 * @param to the number of the incarnation that is meant; 0 when any that bears the name will do, as in a question
 */
public record Envelope(Incarnation from, long to, Message message) {
    public static final long ANY = 0;
}
