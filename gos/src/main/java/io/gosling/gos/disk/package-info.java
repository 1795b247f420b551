/**
 * A store of objects in a directory: a ring of append-only files, with the purges among the records, and an index in
 * memory with an entry of fixed size for each. It may be lost at any moment and is then empty; it never gives other
 * bytes than were written.
 *
 * <p>Start at {@link DiskStore}. {@link SegmentFiles} has about sixteen files that are appended to; the oldest is
 * deleted for the next. {@link RecordCodec} gives a record a checksum for its label, key and head, and one for each 64
 * KiB of its body, verified before any byte is used. Purges stand between the records, so the order in the files is the
 * order of events, and a scan at the start gives the same index, which {@link DiskCatalogue} holds. Depends on the JDK,
 * io.gosling.document and io.gosling.settings alone.
 */
@NullMarked
package io.gosling.gos.disk;

import org.jspecify.annotations.NullMarked;
