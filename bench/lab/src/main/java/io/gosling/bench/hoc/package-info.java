/**
 * {@code gosling bench hoc}: the experiments of the Herd of Object Caches (Aldinucci, Torquati 2004) on the repository,
 * by its Java API, with all nodes in this process.
 *
 * <p>Start at {@link io.gosling.bench.hoc.HocVerb}. A {@code GetWorkload} is gets of objects of one size
 * ({@code RepositoryGetMeasurement}); a {@code WebCacheMeasurement} is web servers that keep files in a {@code
 * WebServerFileCache}, in each of the paper's {@code WebCacheConfiguration}s.
 */
@NullMarked
package io.gosling.bench.hoc;

import org.jspecify.annotations.NullMarked;
