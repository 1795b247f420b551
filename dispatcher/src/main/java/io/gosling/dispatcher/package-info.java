/**
 * The front-end: takes clients' requests, decides which back-end serves each, and relays.
 *
 * <p>Start at {@link io.gosling.dispatcher.backend.Backends}, from which it learns its back-ends.
 */
@NullMarked
package io.gosling.dispatcher;

import org.jspecify.annotations.NullMarked;
