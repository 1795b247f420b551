/**
 * The access log: event loops format lines without blocking, one thread writes and rotates the file.
 *
 * <p>Start at {@link AccessLog}; each event loop fills an {@link AccessRecord} and passes it to its {@link
 * LoopAccessLog}. {@link LineBatch} carries whole lines to the writer thread; a {@link LogFollower} holds those of one
 * client of the admin port. Depends on io.gosling.settings only: the server fills the record.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling.accesslog;

import org.jspecify.annotations.NullMarked;
