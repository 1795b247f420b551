/**
 * The interface between the command line and its verbs: what a verb implements, how it was called, and how it ends.
 *
 * <p>Start at Verb. Another jar adds verbs by listing implementations in
 * META-INF/services/io.gosling.node.command.Verb; {@link io.gosling.node.command.BenchJar} names the verbs that
 * gosling-bench.jar adds. A verb reports a failure by {@link io.gosling.node.command.CommandFailure} with an
 * {@link io.gosling.node.command.ExitCode}; {@link io.gosling.node.command.SettingFlags} turns settings into picocli
 * options. Depends on settings and reload only; every package above it and gosling-bench.jar may use it.
 */
@NullMarked
package io.gosling.node.command;

import org.jspecify.annotations.NullMarked;
