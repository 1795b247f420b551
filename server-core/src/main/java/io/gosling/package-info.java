/**
 * The API for embedding the server: start at {@link Gosling}.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling;

import org.jspecify.annotations.NullMarked;
