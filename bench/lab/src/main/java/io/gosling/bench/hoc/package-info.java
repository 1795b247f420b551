/**
 * {@code gosling bench hoc}: the experiments of the Herd of Object Caches (Aldinucci, Torquati 2004) on the repository,
 * by its Java API in this process, and below web servers that are processes of their own.
 *
 * <p>Start at {@link HocVerb}. A {@link GetWorkload} is gets of objects of one size ({@link RepositoryGetMeasurement});
 * a {@link WebServerMeasurement} is web servers in each {@link WebServerConfiguration} of the paper.
 */
@NullMarked
package io.gosling.bench.hoc;

import org.jspecify.annotations.NullMarked;
