/**
 * Reads and writes the fields of binary messages and files: {@link WireReader} and {@link WireWriter}. {@link
 * SecureHashes} has the hash functions for passwords, signatures, entity tags and protocols. Depends on the JDK alone;
 * each format is defined by the package that owns it.
 */
@NullMarked
package io.gosling.wire;

import org.jspecify.annotations.NullMarked;
