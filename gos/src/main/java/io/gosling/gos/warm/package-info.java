/**
 * Memory that outlives its node: a leaving node transfers the objects that only it holds.
 *
 * <p>Start at {@link MemoryHandOver}. {@link DrainTransfer} decides what to move; {@link WantedObjectFetcher} moves it,
 * by ordinary fetches from memory, so that the rules for a fetch, purges above all, apply here. Nodes that stay get
 * keys and counts and fetch the bytes; nothing is pushed. {@link HandOverTransport} is the interface to the others.
 */
@NullMarked
package io.gosling.gos.warm;

import org.jspecify.annotations.NullMarked;
