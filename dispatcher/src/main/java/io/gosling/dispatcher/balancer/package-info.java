/**
 * The load balancer: admits requests up to the admission limit, queues the others, chooses a back-end with the policy
 * of its pool, and keeps the health, load and slow start of every back-end.
 *
 * <p>Start at {@link AdmissionController}, which guards all of this state with one short lock; {@link BackendAssigner}
 * assigns requests to the back-ends it knows, an {@link AdmissionTicket} is one request's place, {@link
 * BackendHealthChecks} sends active checks. Algorithms are in io.gosling.dispatcher.policy and
 * io.gosling.dispatcher.health; forwarding is in io.gosling.dispatcher.relay.
 */
@NullMarked
package io.gosling.dispatcher.balancer;

import org.jspecify.annotations.NullMarked;
