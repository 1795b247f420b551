/** Fixtures that every module's tests may use: a clock moved by hand, raw sockets, waiting for a condition, sites. */
@NullMarked
package io.gosling.testing;

import org.jspecify.annotations.NullMarked;
