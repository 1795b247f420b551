/**
 * The Global Object Table and the Local Object Table of the paper: which nodes hold an object, and how often it is
 * requested.
 *
 * <p>Start at {@link io.gosling.gos.objecttable.GlobalObjectTable}, the cluster-wide table as an interface, and {@link
 * io.gosling.gos.objecttable.GlobalObjectEntry}, one directory entry with its merge rules; {@link
 * io.gosling.gos.objecttable.LocalObjectEntry} is what one node knows of an object. Ageing and {@link
 * io.gosling.gos.objecttable.AgeingEpoch} age the access counts. An entry is a hint: a wrong one costs a fetch, never
 * correctness. Knows neither Hazelcast nor the network; gos.link implements {@link
 * io.gosling.gos.objecttable.GlobalObjectTable}, and gos.hazelcast {@link
 * io.gosling.gos.objecttable.EntryBackup}. May be used by the rest of the module and by simulations.
 *
 * <p>{@link io.gosling.gos.objecttable.EntryOwners} distributes entries over the nodes by weight, {@link
 * io.gosling.gos.objecttable.OwnedEntries} is the table of one owner, and {@link
 * io.gosling.gos.objecttable.BackedUpEntries} takes entries over when owners change.
 *
 * <p>Counts are cumulative: a node reports (incarnation, key, count, acknowledged part) each second and repeats until
 * acknowledged, and an entry remembers the last figure of its four latest reporters, so a repeated or late report adds
 * nothing. The answer carries the global count, epoch, version and holders. Each report also announces a part of the
 * held objects again, so that an emptied table refills within a minute.
 *
 * <p>Ageing is a cluster-wide epoch: {@code aged(v, e) = v * factor ^ (now - e)}. A node whose memory is 90 % full and
 * whose held objects have a mean aged count above {@code ageing.trigger} raises the epoch by one, not within 10 s of
 * the last raise it made or heard of; everybody takes the highest epoch heard. A node that hears of an epoch more than
 * four ahead carries its counts over unchanged. No clock is involved, and the order of objects does not change with an
 * epoch, so queues are never sorted again.
 */
@NullMarked
package io.gosling.gos.objecttable;

import org.jspecify.annotations.NullMarked;
