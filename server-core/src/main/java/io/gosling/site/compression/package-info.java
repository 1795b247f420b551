/**
 * Content codings (RFC 9110, section 8.4.1): the choice by Accept-Encoding, precompressed files (.br, .zst, .gz), and
 * gzip made on the node, of documents and of what handlers and other servers answer.
 *
 * <p>Start at {@link CompressionRules}, the configuration, and {@link ContentCoding}; {@link CompressedDocumentFinder}
 * finds or makes the coded bytes of documents, {@link GzipFilter} those of other answers, by what {@link
 * GzipNegotiation} decides. Depends on io.gosling.document, io.gosling.http and the patterns of io.gosling.site.rules.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling.site.compression;

import org.jspecify.annotations.NullMarked;
