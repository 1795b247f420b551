package io.gosling.dispatcher.status;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The back-ends that a front-end considers for a request now.
 *
 * @param route the conditions of the route that names the pool; null for none
 * @param pool the label of the pool that serves it; null for all back-ends
 * @param assigned those to which its routing key is assigned; none if the policy chooses when the request comes
 * @param backends those of the pool, each with its state, health and load
 */
public record RoutingExplanation(
        String policy, @Nullable String route, @Nullable String pool, List<String> assigned, List<String> backends) {}
