/**
 * What each replacement policy is worth, on traces of real requests and on generated ones: {@code gosling bench policies}.
 *
 * <p>Start at {@link io.gosling.bench.policies.PoliciesVerb}. A {@link io.gosling.bench.trace.Trace} is read or made, a {@code Contestant} answers
 * its requests one after the other from the memory it has, and a {@code Score} is what came of it. {@code Cluster} is the
 * model: it runs the policies, rows and counts of the product, and says what it leaves out.
 */
@NullMarked
package io.gosling.bench.policies;

import org.jspecify.annotations.NullMarked;
