package io.gosling.bench.simulate;

import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.PolicySettings;

/**
 * A cluster to be simulated; all nodes are alike.
 *
 * @param nodes 1 to 1000
 * @param policy who serves a request
 * @param tuning its settings; LARD's marks also give the admission limit S of every policy
 * @param replacement what leaves a node's memory: a name of {@link io.gosling.gos.replacement.ReplacementPolicy#names}
 * @param memory of a node for files, in bytes
 * @param costs of a request
 */
record Setup(int nodes, Policies policy, PolicySettings tuning, String replacement, long memory, Costs costs) {}
