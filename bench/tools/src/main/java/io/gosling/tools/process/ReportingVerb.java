package io.gosling.tools.process;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.command.VerbInvocation;
import io.gosling.tools.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The base class of verbs that compute or measure something: it knows the command line as typed, refuses impossible
 * values, reports progress and prints the results. Used by one thread.
 */
@Command(modelTransformer = OptionRangeTransformer.class)
public abstract class ReportingVerb implements Verb {
    @Spec
    private @Nullable CommandSpec spec;

    private @Nullable VerbInvocation invocation;
    private @Nullable StealTime begun;

    @Override
    public final void accept(VerbInvocation called) {
        invocation = called;
        begun = StealTime.now();
    }

    /** @throws ParameterException with the value and what was expected, when it does not hold */
    protected final void require(boolean holds, String what, @Nullable Object value, String expected) {
        if (!holds) {
            throw refused(what + " is " + value + "; it must be " + expected);
        }
    }

    protected final void requireOneOf(String option, String word, Collection<String> known) {
        require(known.contains(word), option, word, "of " + String.join(", ", known));
    }

    protected final ParameterException refused(@Nullable String why) {
        return new ParameterException(command().commandLine(), String.valueOf(why));
    }

    protected interface Reading<T> {
        T read() throws IOException;
    }

    /**
     * Reads a file.
     *
     * @throws ParameterException when an option is wrong
     * @throws CommandFailureException when it cannot be read
     */
    protected final <T> T read(String what, Reading<T> reading) {
        try {
            return reading.read();
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage());
        } catch (IOException e) {
            throw new CommandFailureException(ExitCode.NOT_FOUND, what + " cannot be read: " + e.getMessage());
        }
    }

    /** The command line as typed, without confidential parts ({@link CommandLineRedactor}). */
    protected final String typed() {
        return CommandLineRedactor.of(command());
    }

    /** Machine, date, command and versions, for a report on processes that were measured. */
    protected final Map<String, String> processHead() throws IOException, InterruptedException {
        Map<String, String> head = new LinkedHashMap<>();
        head.put("machine", MachineDescription.itself(Runtime.getRuntime().availableProcessors()) + ", loopback");
        head.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        head.put("command", "`" + typed() + "`");
        head.put(
                "versions",
                "Gosling " + ProgramFinder.version(LaunchCommand.script(), "version") + ", Java " + Runtime.version());
        tellTaken(head);
        return head;
    }

    /** Adds to the head of a report the steal time since the verb began; for verbs that measure. */
    protected final void tellTaken(Map<String, String> head) {
        String taken = begun == null ? "" : StealTime.now().since(begun);
        if (taken.isEmpty()) {
            head.remove("taken");
        } else {
            head.put("taken", taken);
        }
    }

    protected final PrintWriter told() {
        return command().commandLine().getErr();
    }

    protected final void say(String line) {
        PrintWriter told = told();
        told.println(line);
        told.flush();
    }

    protected final void print(String text) {
        if (invocation != null) {
            PrintWriter out = invocation.out();
            out.print(text);
            out.flush();
        }
    }

    protected final void publish(Report.WithPage report, ReportFileOptions files, HtmlReportOption page)
            throws IOException {
        print(report.markdown());
        files.write(report);
        page.write(report::html);
    }

    private CommandSpec command() {
        return Objects.requireNonNull(spec);
    }
}
