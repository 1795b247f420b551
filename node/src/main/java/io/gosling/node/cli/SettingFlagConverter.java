package io.gosling.node.cli;

import io.gosling.command.VerbInvocation;
import io.gosling.node.settings.NodeSettings;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** Converts settings to picocli's options, and parsed arguments to values. */
final class SettingFlagConverter {
    static final String CONFIG = "--config";

    private SettingFlagConverter() {}

    static void addTo(CommandSpec spec, List<Setting<?>> settings) {
        for (Setting<?> setting : settings) {
            if (setting.equals(NodeSettings.DIR)) {
                spec.addPositional(directory(setting, settings));
            } else if (hasFlag(setting)) {
                spec.addOption(option(setting));
            }
        }
        spec.addOption(OptionSpec.builder(CONFIG)
                .paramLabel("FILE")
                .type(Path.class)
                .description("YAML file with settings under the names of these flags; flags win."
                        + " No file is read unless it is named here.")
                .build());
        spec.addOption(OptionSpec.builder("-v", VerbInvocation.VERBOSE)
                .type(boolean.class)
                .description("Log more.")
                .build());
    }

    private static boolean hasFlag(Setting<?> setting) {
        return setting.kind().shape() != SettingType.Shape.SECTIONS;
    }

    private static PositionalParamSpec directory(Setting<?> setting, List<Setting<?>> settings) {
        return PositionalParamSpec.builder()
                .paramLabel(
                        settings.contains(OriginSettings.URL)
                                ? "DIR|URL"
                                : setting.kind().label())
                .index("0")
                .arity("0..1")
                .type(String.class)
                .description(setting.prose())
                .build();
    }

    private static OptionSpec option(Setting<?> setting) {
        boolean one = setting.kind().shape() == SettingType.Shape.SCALAR;
        String initial = setting.initial();
        String bounds = setting.kind().bounds();
        String prose = setting.prose()
                + (bounds.isEmpty() ? "" : " From " + bounds + ".")
                + (initial == null ? "" : " Default: " + initial + ".");
        return OptionSpec.builder(setting.flag())
                .paramLabel(setting.kind().label())
                .type(one ? String.class : List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description(prose.replace("%", "%%"))
                .build();
    }

    /**
     * The invocation of a verb: the values of the flags over those of the file that {@code --config} names.
     *
     * @throws ParameterException when a flag's value is wrong
     */
    static VerbInvocation invocation(CommandLine command, List<Setting<?>> settings) throws BadConfigurationException {
        SettingValues flags = values(command, settings);
        OptionSpec verbose = command.getCommandSpec().findOption(VerbInvocation.VERBOSE);
        return PlainArguments.invocation(
                flags,
                settings.isEmpty() ? null : file(command),
                verbose != null && Boolean.TRUE.equals(verbose.getValue()),
                settings,
                command.getOut());
    }

    static SettingValues values(CommandLine command, List<Setting<?>> settings) {
        SettingValues flags = SettingValues.none();
        for (Setting<?> setting : settings) {
            List<String> items = typed(command, setting);
            try {
                Setting<?> meant = setting.equals(NodeSettings.DIR) && !items.isEmpty()
                        ? PlainArguments.named(items.getFirst(), settings)
                        : setting;
                flags = items.isEmpty() ? flags : flags.with(meant, items);
            } catch (IllegalArgumentException e) {
                String name = setting.equals(NodeSettings.DIR) ? setting.kind().label() : setting.flag();
                throw new ParameterException(command, name + ": " + e.getMessage(), e);
            }
        }
        return flags;
    }

    private static @Nullable Path file(CommandLine command) {
        OptionSpec config = command.getCommandSpec().findOption(CONFIG);
        return config == null ? null : config.getValue();
    }

    private static List<String> typed(CommandLine command, Setting<?> setting) {
        if (!hasFlag(setting)) {
            return List.of();
        }
        CommandSpec spec = command.getCommandSpec();
        ArgSpec arg = setting.equals(NodeSettings.DIR)
                ? spec.positionalParameters().getFirst()
                : spec.findOption(setting.flag());
        List<String> items = new ArrayList<>();
        switch (arg.<@Nullable Object>getValue()) {
            case null -> {}
            case List<?> several ->
                several.forEach(text -> items.addAll(setting.kind().split(String.valueOf(text))));
            case Object text -> items.add(text.toString());
        }
        return items;
    }
}
