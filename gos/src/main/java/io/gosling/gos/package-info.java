/**
 * The global object space: who holds what, how often it is asked for, what to keep, and the lookup over all of it.
 * Knows neither Hazelcast nor the network: both are ports.
 *
 * <p>Start at {@link io.gosling.gos.space.GlobalObjectSpace}, the lookup. {@link io.gosling.gos.objecttable.GlobalObjectEntry} is what the cluster
 * knows of an object, {@link io.gosling.gos.objecttable.LocalObject} what this node knows, {@link io.gosling.gos.LfuAging} decides
 * what stays in {@link io.gosling.gos.memory.HotObjectCache}.
 *
 * <p>Source: Chen, Wang, Lau, "Building a Scalable Web Server with Global Object Space Support on Heterogeneous
 * Clusters", CLUSTER 2001.
 */
@NullMarked
package io.gosling.gos;

import org.jspecify.annotations.NullMarked;
