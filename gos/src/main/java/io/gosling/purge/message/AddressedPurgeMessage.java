package io.gosling.purge.message;

/**
 * A message with its sender and its receiver.
 *
 * @param to the number of the receiving incarnation; 0 when any with that name will do, as in a question
 */
public record AddressedPurgeMessage(NodeIncarnation from, long to, PurgeMessage message) {
    public static final long ANY = 0;
}
