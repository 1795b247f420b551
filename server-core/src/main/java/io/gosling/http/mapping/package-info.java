/**
 * Mapping between bodies and an application's objects, by a library of the application's. Start at {@link BodyMapper}.
 * Depends on io.gosling.http only.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling.http.mapping;

import org.jspecify.annotations.NullMarked;
