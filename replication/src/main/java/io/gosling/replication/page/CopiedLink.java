package io.gosling.replication.page;

/**
 * A link of a page that was sent away from its home with all links leading there, which the server that has it may
 * choose.
 *
 * @param offset of the address in the bytes that were sent
 * @param length of it there
 * @param references true if an ampersand is a reference where it stands
 * @param document the path of what it leads to
 * @param rest query and fragment with their marks, which stay those of the link
 */
public record CopiedLink(int offset, int length, boolean references, String document, String rest) {}
