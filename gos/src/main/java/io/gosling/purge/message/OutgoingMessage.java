package io.gosling.purge.message;

/** A message to be sent, or to be returned to the sender of the message that it answers. It may be lost. */
public record OutgoingMessage(String node, AddressedPurgeMessage envelope) {}
