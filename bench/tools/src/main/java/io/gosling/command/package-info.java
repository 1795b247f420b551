/**
 * The interface between the command line and its verbs: what a verb implements, how it was called, and how it ends.
 *
 * <p>Start at {@link Verb}. A module adds verbs by listing implementations in
 * META-INF/services/io.gosling.command.Verb. A verb reports a failure by {@link CommandFailureException} with an {@link
 * ExitCode}. Depends on io.gosling.settings only; the node, the tools and the lab use it. It is here because this is
 * the lowest module with a command line.
 */
@NullMarked
package io.gosling.command;

import org.jspecify.annotations.NullMarked;
