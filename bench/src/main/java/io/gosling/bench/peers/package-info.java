/**
 * {@code gosling bench peers}: a Gosling node, or its front-end, and the servers that are installed beside it, on the
 * same files in one run, by what a request costs them.
 *
 * <p>Start at {@link io.gosling.bench.peers.PeersVerb}. A {@code Row} says what is compared, a {@code Course} runs it and
 * gives {@code Sample}s, {@code Figure} and {@code PeersReport} make the table of them. Everything that is started
 * belongs to the {@code Workplace}, which ends it.
 */
@NullMarked
package io.gosling.bench.peers;

import org.jspecify.annotations.NullMarked;
