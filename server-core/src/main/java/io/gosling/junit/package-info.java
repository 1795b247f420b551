/**
 * An extension of JUnit 5 or newer that runs a server for tests. Start at {@link GoslingExtension}. JUnit has to be on
 * the class path.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling.junit;

import org.jspecify.annotations.NullMarked;
