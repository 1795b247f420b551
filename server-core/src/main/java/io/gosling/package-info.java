/** The API for embedding the server: start at {@link io.gosling.Gosling}. */
@NullMarked
package io.gosling;

import org.jspecify.annotations.NullMarked;
