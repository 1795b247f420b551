/**
 * A store of objects in a directory: a ring of append-only files, with the purges among the records, and an index in
 * memory with an entry of fixed size for each. It may be lost at any moment and is then empty; it never gives other
 * bytes than were written. Depends on the JDK alone.
 */
@NullMarked
package io.gosling.gos.disk;

import org.jspecify.annotations.NullMarked;
