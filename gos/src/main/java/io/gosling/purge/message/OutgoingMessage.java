package io.gosling.purge.message;

/**
 * A letter to be sent, or to be given back to who wrote the letter that it answers. It may be lost.
 *
 * @param node the name of the node
 */
public record OutgoingMessage(String node, Envelope letter) {}
