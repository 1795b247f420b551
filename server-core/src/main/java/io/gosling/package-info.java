/** The API for embedding the server: start at {@link Gosling}. */
@NullMarked
package io.gosling;

import org.jspecify.annotations.NullMarked;
