/**
 * Objects on a disk: found again after a restart, and never other bytes than were written. Knows nothing of memory, origins or
 * nodes.
 *
 * <p>Records are appended to segments, the oldest of which is deleted when the quota is full. Nothing is renamed or synced:
 * what a power failure tears is found by its checksum and is as if it had never been written.
 */
@NullMarked
package io.gosling.gos.disk;

import org.jspecify.annotations.NullMarked;
