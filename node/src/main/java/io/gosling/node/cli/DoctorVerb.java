package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.node.doctor.Doctor;
import io.gosling.node.doctor.Finding;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gosling doctor}: checks whether this machine has what a configuration needs. */
@Command(name = "doctor", description = """
                Check whether this machine has what a configuration needs, and start nothing. Prints a line for each
                check: ok, warn, or fail, with what to do. Run it as the user that runs the server, before it runs.
                Without a file it checks for gosling serve with the defaults.""", footer = """

                Examples:
                  gosling doctor
                  gosling doctor --config config/node.yaml
                  gosling doctor --for dispatch --config config/front-end.yaml""")
final class DoctorVerb implements Verb {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration file, in YAML.")
    private @Nullable Path file;

    @Mixin
    private ReaderOption reader = new ReaderOption();

    @Override
    public ExitCode call() throws BadConfigurationException {
        ValidateVerb.Reader chosen = reader.of(file);
        SettingValues values =
                file == null ? SettingValues.none() : YamlConfigurationReader.read(file, chosen.settings());
        List<Finding> findings = new ArrayList<>(configuration(chosen, values));
        findings.addAll(Doctor.examine(values, chosen == ValidateVerb.Reader.dispatch));
        PrintWriter out = spec.commandLine().getOut();
        findings.forEach(finding -> out.println(finding));
        long failed = count(findings, Finding.Level.FAIL);
        out.println(count(findings, Finding.Level.OK) + " ok, " + count(findings, Finding.Level.WARN) + " warn, "
                + failed + " fail");
        out.flush();
        return failed == 0 ? ExitCode.OK : ExitCode.CONFIGURATION;
    }

    private List<Finding> configuration(ValidateVerb.Reader chosen, SettingValues values) {
        String what = file == null ? "the defaults" : file.toString();
        try {
            chosen.require(values);
            return List.of(new Finding(Finding.Level.OK, "configuration", what + ": valid for gosling " + chosen));
        } catch (BadConfigurationException e) {
            return e.complaints().stream()
                    .map(text -> new Finding(Finding.Level.FAIL, "configuration", text))
                    .toList();
        } catch (CommandFailureException e) {
            return List.of(new Finding(Finding.Level.FAIL, "configuration", String.valueOf(e.getMessage())));
        }
    }

    private static long count(List<Finding> findings, Finding.Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }
}
