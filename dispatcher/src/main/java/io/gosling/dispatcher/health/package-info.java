/**
 * What is thought of a back-end, from what requests and checks have met: state in, decision out. No clock, no randomness,
 * no network; guarded by whoever uses it.
 */
@NullMarked
package io.gosling.dispatcher.health;

import org.jspecify.annotations.NullMarked;
