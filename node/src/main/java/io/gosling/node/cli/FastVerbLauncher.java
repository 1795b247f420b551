package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.command.VerbInvocation;
import io.gosling.node.process.LoggingSetup;
import io.gosling.settings.BadConfigurationException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the verbs whose first answer is waited for, without picocli if their arguments are plain. */
public final class FastVerbLauncher {
    private FastVerbLauncher() {}

    /** The exit status; null if picocli has to read these arguments. */
    public static @Nullable Integer run(List<String> arguments) {
        Verb verb = switch (arguments.isEmpty() ? "" : arguments.getFirst()) {
            case "serve" -> new ServeVerb();
            case "dispatch" -> new DispatchVerb();
            default -> null;
        };
        PlainArguments plain =
                verb == null ? null : PlainArguments.read(verb.settings(), arguments.subList(1, arguments.size()));
        if (verb == null || plain == null) {
            return null;
        }
        try {
            VerbInvocation invocation = plain.invocation(verb, new PrintWriter(System.out, true, System.out.charset()));
            if (invocation.verbose()) {
                LoggingSetup.configure(true);
            }
            verb.accept(invocation);
            return verb.call().status();
        } catch (Exception e) {
            return failed(e, new PrintWriter(System.err, true, System.err.charset()));
        }
    }

    /** Turns each kind of failure into a message and an exit status. */
    static int failed(Throwable cause, PrintWriter err) {
        return switch (cause) {
            case CommandFailureException failure -> {
                err.println("gosling: " + failure.getMessage());
                yield failure.exitCode().status();
            }
            case BadConfigurationException bad -> {
                bad.complaints().forEach(complaint -> err.println("gosling: " + complaint));
                yield ExitCode.CONFIGURATION.status();
            }
            default -> {
                err.println("gosling: unexpected: " + cause);
                cause.printStackTrace(err);
                yield ExitCode.FAILURE.status();
            }
        };
    }
}
