/**
 * Allocation-free parsing of plain requests: a GET or HEAD without a header that changes the response, for which a
 * document in memory is looked up on the event loop.
 *
 * <p>Start at {@link PlainRequestParser} (HTTP/1.1), {@link PlainHttp2RequestParser} and {@link
 * PlainRequestDocumentLookup}. A parser accepts a request or leaves it to the general decoder. Used by
 * io.gosling.netty.server; the front-end uses {@link PlainSyntax}.
 */
@NullMarked
package io.gosling.netty.fastpath;

import org.jspecify.annotations.NullMarked;
