/**
 * {@code gosling bench hoc}: the experiments of the Herd of Object Caches (Aldinucci, Torquati 2004) on the repository,
 * by its Java API, with all nodes in this process.
 *
 * <p>Start at {@link HocVerb}. A {@link GetWorkload} is gets of objects of one size ({@link RepositoryGetMeasurement});
 * a {@link SimulatedServerCacheMeasurement} is web servers that keep files in a {@link WebServerFileCache}, in each
 * {@link SimulatedServerCacheConfiguration} of the paper.
 */
@NullMarked
package io.gosling.bench.hoc;

import org.jspecify.annotations.NullMarked;
