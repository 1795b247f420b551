/**
 * The Global Object Table and the Local Object Table of the paper: which nodes hold an object, and how often it is
 * requested.
 *
 * <p>Start at {@link GlobalObjectTable}, the cluster-wide table as an interface, and {@link GlobalObjectEntry}, one
 * directory entry; {@link LocalObjectEntry} is what one node knows of an object. {@link EntryOwners} distributes
 * entries over the nodes by weight, and {@link OwnedEntries} is the table of one owner; when owners change, the holders
 * announce their copies to the new ones. {@link LocalCountReport} reports accesses, {@link AgeingEpoch} ages their
 * counts. An entry is a hint: a wrong one costs a fetch, never correctness.
 *
 * <p>Knows neither Hazelcast nor the network; gos.link implements {@link GlobalObjectTable}. May be used by the rest of
 * the module and by simulations.
 */
@NullMarked
package io.gosling.gos.objecttable;

import org.jspecify.annotations.NullMarked;
