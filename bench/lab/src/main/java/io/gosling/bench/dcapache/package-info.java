/**
 * {@code gosling bench dc-apache}: the experiments of the DC-Apache paper (Li, Moon 2001) by the server's own planning
 * classes in virtual time, and on processes.
 *
 * <p>Start at {@link io.gosling.bench.dcapache.DcApacheVerb}. {@code PaperSites} are the paper's sites;
 * {@code SimulatedReplicaSet} runs one in virtual time, {@code ReplicaSetMeasurement} on servers; {@code
 * ChosenLinkMeasurement} and {@code PageParseMeasurement} measure the costs of pages; a case gives a {@code
 * DcApacheResult}, and {@code DcApacheReport} makes the figures.
 */
@NullMarked
package io.gosling.bench.dcapache;

import org.jspecify.annotations.NullMarked;
