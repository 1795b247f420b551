package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.command.VerbInvocation;
import io.gosling.node.process.LoggingSetup;
import io.gosling.node.process.SignalHandlerRegistry;
import io.gosling.node.settings.NearestNameFinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: it lists the verbs, and turns each kind of failure into a message and an exit status. */
@Command(
        name = GoslingCommand.NAME,
        description = "A distributed web server: a cluster of nodes that share one memory.",
        synopsisSubcommandLabel = "VERB",
        subcommandsRepeatable = false)
public final class GoslingCommand {
    public static final String NAME = "gosling";

    private GoslingCommand() {}

    public static CommandLine create() {
        return create(NAME);
    }

    public static CommandLine create(String name) {
        CommandLine command = new CommandLine(new GoslingCommand()).setCommandName(name);
        for (Verb verb : List.of(
                new ServeVerb(),
                new DispatchVerb(),
                new UpVerb(),
                new StatusVerb(),
                new TopVerb(),
                new LogVerb(),
                new ExplainVerb(),
                new PurgeVerb(),
                new DrainVerb(),
                new BackendVerb(),
                new ReloadVerb(),
                new ValidateVerb(),
                new DoctorVerb(),
                new GraphVerb(),
                new PasswordVerb(),
                new TokenVerb(),
                new CaVerb(),
                new WarmUpVerb(),
                new JvmOptionsVerb(),
                new VersionVerb(),
                new CompletionVerb(command))) {
            CommandLine added = add(command, verb);
            if (verb instanceof TokenVerb) {
                add(added, new TokenCreateVerb());
            }
        }
        ServiceLoader.load(Verb.class).forEach(verb -> add(command, verb));
        addHelp(command.getCommandSpec());
        command.getCommandSpec().usageMessage().footer(exitStatuses(name));
        command.setExecutionStrategy(GoslingCommand::execute);
        command.setParameterExceptionHandler(GoslingCommand::misused);
        command.setExecutionExceptionHandler(GoslingCommand::failed);
        return command;
    }

    private static CommandLine add(CommandLine command, Verb verb) {
        CommandLine subcommand = new CommandLine(verb).setHelpFactory(WrappedHelp::new);
        CommandSpec spec = subcommand.getCommandSpec();
        if (!verb.settings().isEmpty()) {
            SettingFlagConverter.addTo(spec, verb.settings());
        }
        addHelp(spec);
        command.addSubcommand(subcommand);
        return subcommand;
    }

    private static void addHelp(CommandSpec spec) {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .description("Show this and exit.")
                .build());
        UsageMessageSpec usage = spec.usageMessage();
        usage.sortOptions(false).abbreviateSynopsis(true).width(WrappedHelp.WIDTH);
        usage.description(summedUp(usage.description()))
                .footer(wrapped(Stream.of(WrappedHelp.paragraphs(usage.footer())))
                        .toArray(String[]::new));
    }

    /** The description with its first sentence on a line of its own, which is the summary in the list of all verbs. */
    private static String[] summedUp(String... description) {
        List<String> paragraphs = Stream.of(WrappedHelp.paragraphs(description))
                .flatMap(paragraph -> Stream.of(paragraph.split("(?<=\\.) ", 2)))
                .toList();
        return Stream.concat(
                        paragraphs.stream().limit(1),
                        wrapped(paragraphs.stream().skip(1)))
                .toArray(String[]::new);
    }

    private static Stream<String> wrapped(Stream<String> paragraphs) {
        return paragraphs.flatMap(paragraph -> WrappedHelp.broken(paragraph, WrappedHelp.WIDTH).stream());
    }

    private static String[] exitStatuses(String name) {
        List<String> lines = new ArrayList<>(List.of("", name + " VERB --help has a verb's settings and examples."));
        if (name.equals(NAME)) {
            lines.add("In a clone, gosling bench --help has more: crawls, comparisons with other servers, the papers'"
                    + " experiments.");
        }
        lines.addAll(List.of("", "Exit status:"));
        for (ExitCode code : ExitCode.values()) {
            lines.add(String.format("  %2d  %s", code.status(), code.meaning()));
        }
        return lines.toArray(String[]::new);
    }

    private static int execute(ParseResult parsed) {
        if (!parsed.hasSubcommand() && !parsed.unmatched().isEmpty()) {
            throw new UnmatchedArgumentException(parsed.commandSpec().commandLine(), parsed.unmatched());
        }
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        List<CommandLine> called = parsed.asCommandLineList();
        CommandLine last = called.getLast();
        if (!(last.getCommand() instanceof Verb verb)) {
            throw new ParameterException(last, "a verb is missing");
        }
        try {
            VerbInvocation invocation = SettingFlagConverter.invocation(last, verb.settings());
            if (invocation.verbose()) {
                LoggingSetup.configure(true);
            }
            if (!verb.runsUntilStopped()) {
                SignalHandlerRegistry.letGo();
            }
            verb.accept(invocation);
            return verb.call().status();
        } catch (ParameterException e) {
            throw e;
        } catch (Exception e) {
            throw new CommandLine.ExecutionException(last, String.valueOf(e.getMessage()), e);
        }
    }

    private static int misused(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        if (args.length > 0 && args[0].equals("help")) {
            CommandLine all = command.getCommandSpec().root().commandLine();
            CommandLine about = args.length == 1 ? all : all.getSubcommands().get(args[1]);
            if (about != null) {
                about.usage(all.getOut());
                return ExitCode.OK.status();
            }
        }
        command.getErr().println("gosling: " + e.getMessage());
        if (e instanceof UnmatchedArgumentException unmatched) {
            meant(command, unmatched.getUnmatched().getFirst())
                    .ifPresent(name -> command.getErr().println("Did you mean " + name + "?"));
        }
        command.getErr().println("See " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE.status();
    }

    /** The flag, or the verb, that is nearest to an unknown one. */
    private static Optional<String> meant(CommandLine command, String unknown) {
        boolean flag = unknown.startsWith("-");
        Stream<String> names = flag
                ? command.getCommandSpec().options().stream().map(OptionSpec::longestName)
                : command.getSubcommands().keySet().stream();
        return NearestNameFinder.nearest(flag ? unknown.replaceFirst("=.*", "") : unknown, names.toList());
    }

    private static int failed(Exception e, CommandLine command, ParseResult parsed) {
        Throwable cause = e instanceof CommandLine.ExecutionException && e.getCause() != null ? e.getCause() : e;
        return FastVerbLauncher.failed(cause, command.getErr());
    }
}
