/**
 * Get, put and remove for programs: objects of any kind under keys of any bytes, each at home on one node, after the
 * Herd of Object Caches (Aldinucci, Torquati: "Accelerating Apache Farms Through Ad-HOC Distributed Scalable Object
 * Repository", Euro-Par 2004).
 *
 * <p>Start at {@link ObjectRepository}: a get looks into {@link RemoteObjectCache}, then asks the home by
 * {@link RepositoryHomeClient}; a put asks the home and purges copies elsewhere by {@link CopyCoherence}.
 * {@link HomeEntryTransitions} are the decisions of a home, which decides once: backups get the resulting entry and
 * not the request, since their clocks and quotas differ. Answers of homes overtake each other;
 * {@link HomeAnswerSequencer} refuses those that are older than what is known. {@link HomeReadService} and
 * {@link RemoteHomeReader} are the two ends of reads between nodes. Knows neither Hazelcast nor a channel: homes and
 * purges are ports.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling.gos.repository;

import org.jspecify.annotations.NullMarked;
