package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.node.process.ProcessInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gosling version}: prints the versions of this installation, for bug reports. */
@Command(
        name = "version",
        description = "Show the version of Gosling, of Java and of this machine.",
        footer = {"", "Example:", "  gosling version"})
final class VersionVerb implements Verb {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public ExitCode call() {
        spec.commandLine()
                .getOut()
                .printf(
                        "gosling %s%njava %s, %s%n%s %s, %s, %d processors%n",
                        ProcessInfo.version(),
                        Runtime.version(),
                        System.getProperty("java.vm.name"),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors());
        return ExitCode.OK;
    }
}
