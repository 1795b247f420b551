/**
 * The Global Object Table and the Local Object Table of the paper: which nodes hold an object, and how often it is
 * requested.
 *
 * <p>Start at {@link io.gosling.gos.objecttable.GlobalObjectTable}, the cluster-wide table as an interface, and {@link
 * io.gosling.gos.objecttable.GlobalObjectEntry}, one directory entry with its merge rules; {@link
 * io.gosling.gos.objecttable.LocalObject} is what one node knows of an object. Ageing and {@link
 * io.gosling.gos.objecttable.AgeingEpoch} age the access counts. An entry is a hint: a wrong one costs a fetch, never
 * correctness. Knows neither Hazelcast nor the network; gos.hazelcast implements {@link
 * io.gosling.gos.objecttable.GlobalObjectTable}. May be used by the rest of the module and by simulations.
 */
@NullMarked
package io.gosling.gos.objecttable;

import org.jspecify.annotations.NullMarked;
