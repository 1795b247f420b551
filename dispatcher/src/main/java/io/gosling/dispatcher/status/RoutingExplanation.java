package io.gosling.dispatcher.status;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The back-ends that a front-end considers for a request now.
 *
 * @param rule the first rule of back-end pools that matches; null for none
 * @param pool the label of the pool that serves it; null for all back-ends
 * @param assigned the back-ends of the pool to which the routing key is assigned
 * @param because the way in which one is chosen, in words
 * @param takers the back-ends of the pool that take requests
 * @param others those of the pool that take none, with the reason
 */
public record RoutingExplanation(
        String policy,
        @Nullable String rule,
        @Nullable String pool,
        List<String> assigned,
        String because,
        List<String> takers,
        List<String> others) {}
