package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.common.JsonWriter;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.node.configuration.FrontEndConfigurationConverter;
import io.gosling.node.configuration.ListenAddresses;
import io.gosling.node.configuration.NodeConfigurationConverter;
import io.gosling.node.configuration.NodeFrontEndConfigurationConverter;
import io.gosling.node.configuration.PacketConfigurationConverter;
import io.gosling.node.configuration.SiteConfigurationConverter;
import io.gosling.node.configuration.SiteDirectoryCheck;
import io.gosling.node.content.DiskTierSetup;
import io.gosling.node.content.ServedContent;
import io.gosling.node.content.ServedOrigin;
import io.gosling.node.process.AdminServerSetup;
import io.gosling.node.process.HttpsSetup;
import io.gosling.node.run.ReplicationSetup;
import io.gosling.node.run.RunningFrontEnd;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.SettingsJsonSchema;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gosling validate}: checks whether a configuration file would be accepted, without starting anything. */
@Command(
        name = "validate",
        description = "Check a configuration file, and the files it names on this machine, and start nothing.",
        footer = """

                Examples:
                  gosling validate config/node.yaml
                  gosling validate --for dispatch my.yaml
                  gosling validate --schema --for serve > node.schema.json""")
final class ValidateVerb implements Verb {
    enum Reader {
        serve,
        dispatch;

        /** The one that knows more of these keys. */
        static Reader of(List<String> keys) {
            return known(keys, dispatch) > known(keys, serve) ? dispatch : serve;
        }

        List<Setting<?>> settings() {
            return this == serve ? NodeSettings.ALL : DispatchSettings.ALL;
        }

        private List<Setting<?>> settings(List<String> keys) {
            List<Setting<?>> dispatching = this == dispatch || keys.contains(NodeSettings.DISPATCH.name())
                    ? List.of()
                    : NodeFrontEndConfigurationConverter.settings();
            return settings().stream()
                    .filter(setting -> !dispatching.contains(setting))
                    .toList();
        }

        void require(SettingValues values) throws BadConfigurationException {
            HttpsSetup.settings(values);
            switch (this) {
                case serve -> {
                    NodeConfigurationConverter.space("any", values);
                    NodeFrontEndConfigurationConverter.of(values);
                    OriginAddress origin = ServedContent.origin(values, SiteConfigurationConverter.sites(values));
                    DiskTierSetup.require(values, origin);
                    if (origin != null) {
                        ServedOrigin.of(origin, values);
                    }
                    ReplicationSetup.require(ReplicationSetup.completed(values));
                    SiteConfigurationConverter.requireRoots(values);
                    requireDirectory(values);
                    ReplicationSetup.requireFiles(values);
                    QuorumSettings.requireFile(values);
                    ListenAddresses.given(values, CommonSettings.CLUSTER_PORT, CommonSettings.JOIN);
                }
                case dispatch -> {
                    if (PacketConfigurationConverter.isMeant(values)) {
                        PacketConfigurationConverter.of(values);
                    } else {
                        FrontEndConfigurationConverter.of(values);
                    }
                    ListenAddresses.given(
                            RunningFrontEnd.joining(values), DispatchSettings.CLUSTER_PORT, DispatchSettings.JOIN);
                }
            }
            NodeConfigurationConverter.timings(values);
            HttpsSetup.require(values);
            AdminServerSetup.require(values);
        }

        private static void requireDirectory(SettingValues values) throws BadConfigurationException {
            Path directory = values.find(NodeSettings.DIR).orElse(null);
            SiteDirectoryCheck.Obstacle obstacle = directory == null ? null : SiteDirectoryCheck.obstacle(directory);
            if (obstacle != null) {
                throw new BadConfigurationException(values.where(NodeSettings.DIR) + obstacle.text());
            }
        }
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The file to check.")
    private @Nullable Path file;

    @Mixin
    private ReaderOption reader = new ReaderOption();

    @Option(names = "--schema", description = "Print the JSON Schema of such files instead, for editors.")
    private boolean schema;

    @Override
    public ExitCode call() throws BadConfigurationException {
        if (schema) {
            Reader described = reader.of(null);
            spec.commandLine()
                    .getOut()
                    .println(JsonWriter.write(SettingsJsonSchema.of("gosling " + described, described.settings())));
            return ExitCode.OK;
        }
        if (file == null) {
            throw new ParameterException(spec.commandLine(), "FILE is missing");
        }
        Reader chosen = reader.of(file);
        SettingValues values = YamlConfigurationReader.read(file, chosen.settings());
        chosen.require(values);
        spec.commandLine().getOut().println(file + ": valid for gosling " + chosen + missing(values));
        return ExitCode.OK;
    }

    /** The setting that a replica set's server also requires, and which is given by flag or chosen by {@code up}. */
    private static String missing(SettingValues values) {
        SettingValues completed = ReplicationSetup.completed(values);
        List<String> flags =
                List.of(ReplicationSettings.ADDRESS, ReplicationSettings.BACKEND, ReplicationSettings.SECRET_FILE)
                        .stream()
                        .filter(setting -> completed.isGiven(setting) && !values.isGiven(setting))
                        .map(Setting::flag)
                        .toList();
        return flags.isEmpty() ? "" : " with " + String.join(", ", flags) + ", or gosling up --replication";
    }

    private static long known(List<String> keys, Reader reader) {
        return keys.stream()
                .filter(key -> reader.settings(keys).stream()
                        .anyMatch(setting ->
                                setting.name().equals(key) || setting.section().equals(key)))
                .count();
    }
}
