/** Capacity planning from a site's own log: {@code gosling plan}, {@code gosling trace}. */
@NullMarked
package io.gosling.tools.plan;

import org.jspecify.annotations.NullMarked;
