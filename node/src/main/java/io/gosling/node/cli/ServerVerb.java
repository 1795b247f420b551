package io.gosling.node.cli;

import io.gosling.command.Verb;
import io.gosling.command.VerbInvocation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A verb that runs until it is stopped, and keeps the values of its settings until it is called. */
abstract class ServerVerb implements Verb {
    private @Nullable VerbInvocation invocation;

    @Override
    public final boolean runsUntilStopped() {
        return true;
    }

    @Override
    public final void accept(VerbInvocation called) {
        invocation = called;
    }

    final VerbInvocation called() {
        return Objects.requireNonNull(invocation);
    }
}
