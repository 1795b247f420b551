/**
 * Objects in a directory: a ring of files that are only ever appended to, what was purged beside them, and an index in memory
 * with an entry of fixed size for each. It may be lost at any moment and is then empty; it never gives other bytes than were
 * written. Knows the JDK alone.
 */
@NullMarked
package io.gosling.gos.disk;

import org.jspecify.annotations.NullMarked;
