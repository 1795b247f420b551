/**
 * For tests with JUnit 5 or newer, which has to be on the class path: start reading at {@link
 * io.gosling.junit.GoslingExtension}.
 */
@NullMarked
package io.gosling.junit;

import org.jspecify.annotations.NullMarked;
