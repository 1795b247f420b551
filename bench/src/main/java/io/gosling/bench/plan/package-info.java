/** What a site's own log says of the cluster that it wants: {@code gosling plan}, {@code gosling trace}. */
@NullMarked
package io.gosling.bench.plan;

import org.jspecify.annotations.NullMarked;
