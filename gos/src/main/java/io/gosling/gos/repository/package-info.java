/**
 * Get, put and remove for programs: objects of any kind under keys of any bytes, each at home on one node, after the
 * Herd of Object Caches (Aldinucci, Torquati: "Accelerating Apache Farms Through Ad-HOC Distributed Scalable Object
 * Repository", Euro-Par 2004). Begin with {@link io.gosling.gos.repository.ObjectRepository}; what a home does is in
 * {@link io.gosling.gos.repository.HomeRules}. No Hazelcast, no channel: homes and purges are ports.
 *
 * <pre>
 *   get   ObjectRepository: WriteBackBuffer, then CopyCache (CopyInvalidation: lease, and no purge since); otherwise
 *         Home.ask(Read) at
 *         the partition's owner: HomeRules.step
 *   put   Home.ask(Write): HomeRules.step checks condition and room, and gives the next version; the entry, then
 *         backups; then CopyInvalidation.forget purges the key everywhere
 *         write-back: Home.ask(Promise); the bytes wait in WriteBackBuffer until ObjectRepository.flush
 * </pre>
 *
 * <p>A home decides once: backups get the resulting entry and not the request, since their clocks and quotas differ.
 * Answers of homes overtake each other; {@code AnswerOrder} refuses those that are older than what is known. Purges
 * of objects and of served documents are told apart on arrival, so a put makes no page stale.
 */
@NullMarked
package io.gosling.gos.repository;

import org.jspecify.annotations.NullMarked;
