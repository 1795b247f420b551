/**
 * The settings of a front-end: immutable values that are validated when they are created.
 *
 * <p>Start at {@link FrontEndSettings}; {@link ForwardingMode} lists the ways in which a request can reach its
 * back-end, and {@link RoutingKeyRule} says what the policies use as routing key. Every package of the front-end may
 * use it. It does no I/O, except that {@link ErrorPages} reads files.
 */
@NullMarked
package io.gosling.dispatcher.settings;

import org.jspecify.annotations.NullMarked;
