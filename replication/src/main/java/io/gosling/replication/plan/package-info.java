/**
 * Planning of DC-Apache (section 3), without bytes: the documents each server is to hold, and the copy a link leads to.
 * Pure: the JDK and declared settings alone; no network, no clock, no thread; time and randomness are parameters.
 *
 * <p>Start at {@link io.gosling.replication.plan.ReplicationPlanner} and {@link
 * io.gosling.replication.plan.ReplicationPlan}, its result. {@link io.gosling.replication.plan.CopyQuotaAccounts} is
 * the other side.
 */
@NullMarked
package io.gosling.replication.plan;

import org.jspecify.annotations.NullMarked;
