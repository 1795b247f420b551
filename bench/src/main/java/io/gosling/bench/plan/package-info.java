/** What a site's own log says of the cluster that it wants: {@code gosling bench plan}, {@code gosling bench trace}. */
@NullMarked
package io.gosling.bench.plan;

import org.jspecify.annotations.NullMarked;
