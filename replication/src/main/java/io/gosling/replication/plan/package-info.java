/**
 * Planning of DC-Apache (section 3), without bytes: the documents each server is to hold, and the copy a link leads to.
 *
 * <p>Start at {@link ReplicationPlanner} and {@link ReplicationPlan}, its result; {@link CopyQuotaAccounts} is the side
 * of the servers that hold the copies. Pure: the JDK and declared settings alone; no network, no clock, no thread; time
 * and randomness are parameters.
 */
@NullMarked
package io.gosling.replication.plan;

import org.jspecify.annotations.NullMarked;
