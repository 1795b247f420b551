/**
 * The planning of DC-Apache: placement of copies and choice of links (section 3), without bytes. Pure: the JDK alone;
 * no network, no clock, no thread; time and randomness are parameters.
 *
 * <p>Start at {@link io.gosling.replication.plan.ReplicationRules}and {@link io.gosling.replication.plan.HomePlan}, its
 * result. {@link io.gosling.replication.plan.CoopStore} is the other side.
 */
@NullMarked
package io.gosling.replication.plan;

import org.jspecify.annotations.NullMarked;
