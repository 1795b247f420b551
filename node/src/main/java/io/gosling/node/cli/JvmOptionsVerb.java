package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.command.VerbInvocation;
import io.gosling.gos.CacheSettings;
import io.gosling.node.configuration.NodeConfigurationConverter;
import io.gosling.node.process.JvmMemoryOptions;
import io.gosling.node.process.StartupMemoryCheck;
import io.gosling.node.settings.NodeSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/**
 * {@code gosling jvm-options}: prints JVM options for the launcher on Windows, whose shell has no 64-bit arithmetic.
 */
@Command(
        name = "jvm-options",
        hidden = true,
        description = "Print the JVM options that suit the flags of serve.",
        footer = {"", "Example:", "  gosling jvm-options --memory 1g"})
final class JvmOptionsVerb implements Verb {
    private @Nullable VerbInvocation invocation;

    @Override
    public List<Setting<?>> settings() {
        return NodeSettings.ALL;
    }

    @Override
    public void accept(VerbInvocation called) {
        this.invocation = called;
    }

    @Override
    public ExitCode call() throws BadConfigurationException {
        VerbInvocation called = Objects.requireNonNull(invocation);
        CacheSettings cache =
                NodeConfigurationConverter.space("any", called.values()).cache();
        called.out()
                .println(String.join(
                        " ",
                        JvmMemoryOptions.forNode(cache, StartupMemoryCheck.machineMemory())
                                .options()));
        return ExitCode.OK;
    }
}
