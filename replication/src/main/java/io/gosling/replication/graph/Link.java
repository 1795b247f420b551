package io.gosling.replication.graph;

/**
 * A link as written in a page.
 *
 * @param url the address as a browser reads it: character references and CSS escapes resolved, surrounding white space
 *     and line breaks removed, a query that is not in UTF-8 encoded as browsers send it; never empty, not made absolute
 * @param use the browser's way to fetch it, and its form
 * @param offset start of the address in the page's bytes
 * @param length bytes of the written address; at least 1
 */
public record Link(String url, LinkKind kind, LinkUse use, int offset, int length) {}
