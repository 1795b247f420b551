/**
 * Comparison of replacement policies on traces of real requests and on generated ones: {@code gosling policies}.
 *
 * <p>Start at {@link PoliciesVerb}. A {@link io.gosling.tools.trace.Trace} is read or generated, a {@link ModelCache}
 * answers its requests one after the other from the memory it has, and a {@link PolicyScore} is the result. {@link
 * CooperativeModelCache} is the model: it runs the policies, directory entries and counts of the product; {@link
 * CooperativeMemoryModel} lists the differences.
 */
@NullMarked
package io.gosling.tools.policies;

import org.jspecify.annotations.NullMarked;
