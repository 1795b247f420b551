/**
 * Health models of back-ends: outlier detection from failed requests, results of active checks, limits on ejection,
 * slow start.
 *
 * <p>Start at {@link HealthSettings}; {@link OutlierDetection} and {@link HealthCheckState} keep the state of one
 * back-end. Pure: time is a parameter. Guarded by its user, the balancer.
 */
@NullMarked
package io.gosling.dispatcher.health;

import org.jspecify.annotations.NullMarked;
