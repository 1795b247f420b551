/**
 * The composition root: the command line, the verbs, and what they put together out of the other modules.
 *
 * <p>Start at {@link io.gosling.node.Main}; {@link io.gosling.node.command.Verb} is how another jar adds verbs of its own.
 */
@NullMarked
package io.gosling.node;

import org.jspecify.annotations.NullMarked;
