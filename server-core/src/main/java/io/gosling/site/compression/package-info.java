/**
 * Content codings of documents (RFC 9110, section 8.4.1): the choice by Accept-Encoding, precompressed files (.br,
 * .zst, .gz) and gzip made on the node.
 *
 * <p>Start at Compression, the configuration, and {@link io.gosling.site.compression.ContentCoding}; {@link
 * io.gosling.site.compression.CompressedFiles} finds or makes the coded bytes. Depends on io.gosling.document only.
 */
@NullMarked
package io.gosling.site.compression;

import org.jspecify.annotations.NullMarked;
