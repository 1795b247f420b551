/**
 * Structured field values (RFC 9651), read strictly: as a whole, or not at all. Start at {@link StructuredFieldParser}.
 * Imports nothing.
 */
@NullMarked
package io.gosling.structured;

import org.jspecify.annotations.NullMarked;
