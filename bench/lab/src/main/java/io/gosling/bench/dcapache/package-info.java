/**
 * {@code gosling bench dc-apache}: the experiments of the DC-Apache paper (Li, Moon 2001) by the server's own planning
 * classes in virtual time, and on processes.
 *
 * <p>Start at {@link DcApacheVerb}. {@link io.gosling.tools.workload.DcApacheSiteGenerator} are the paper's sites;
 * {@link SimulatedReplicaSet} runs one in virtual time, {@link ReplicaSetMeasurement} on servers; {@link
 * ChosenLinkMeasurement} and {@link PageParseMeasurement} measure the costs of pages; a case gives a {@link
 * DcApacheResult}, and {@link DcApacheReport} makes the figures.
 */
@NullMarked
package io.gosling.bench.dcapache;

import org.jspecify.annotations.NullMarked;
