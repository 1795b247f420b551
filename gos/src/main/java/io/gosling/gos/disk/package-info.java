/**
 * A store of objects in a directory: a ring of append-only files, with the purges among the records, and an index in
 * memory with an entry of fixed size for each. It may be lost at any moment and is then empty; it never gives other
 * bytes than were written. Depends on the JDK and on the package of settings alone.
 *
 * <p>{@code SegmentFiles} has about sixteen files that are appended to; the oldest is deleted for the next. A record
 * has a checksum for its label, key and head, and one for each 64 KiB of its body, verified before any byte is used.
 * Notes of purges stand between the records, so the order in the files is the order of events, and a scan at the start
 * gives the same index. {@code DiskCatalogue} holds that index, with hashes instead of keys, and the purges of many
 * objects that are younger than the oldest record. Lookups and purges meet under one monitor, so that one of the two
 * sees the other.
 */
@NullMarked
package io.gosling.gos.disk;

import org.jspecify.annotations.NullMarked;
