/**
 * Settings and statistics of the global object space: memory size, access counting, refresh interval, home nodes.
 *
 * <p>Start at {@link ObjectSpaceSettings}, the settings of one node; {@link ObjectSpaceStatistics} has the counters
 * that metrics are made of. This package depends on gos.replacement and io.gosling.common only. Knows neither Hazelcast
 * nor the network. Source: Chen, Wang, Lau, "Building a Scalable Web Server with Global Object Space Support on
 * Heterogeneous Clusters", CLUSTER 2001.
 */
@NullMarked
package io.gosling.gos;

import org.jspecify.annotations.NullMarked;
