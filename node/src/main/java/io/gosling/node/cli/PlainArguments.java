package io.gosling.node.cli;

import io.gosling.command.Verb;
import io.gosling.command.VerbInvocation;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ConfigurationSource;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a verb, read without picocli, whose classes no start-up cache can hold: loading them takes a third
 * of a start. Only plain ones: each flag once with its value, and a directory. Picocli reads all others, and explains
 * wrong ones.
 */
record PlainArguments(SettingValues flags, @Nullable Path file, boolean verbose) {
    /** The arguments after the verb, or null if they are not plain or a value is wrong. */
    static @Nullable PlainArguments read(List<Setting<?>> settings, List<String> arguments) {
        Map<String, Setting<?>> known = new HashMap<>();
        for (Setting<?> setting : settings) {
            if (setting.kind().shape() != SettingType.Shape.SECTIONS && !setting.equals(NodeSettings.DIR)) {
                known.put(setting.flag(), setting);
            }
        }
        SettingValues flags = SettingValues.none();
        Path file = null;
        boolean verbose = false;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (argument.equals("-v") || argument.equals(VerbInvocation.VERBOSE)) {
                if (verbose) {
                    return null;
                }
                verbose = true;
            } else if (argument.startsWith("-")) {
                Setting<?> setting = known.remove(name);
                String value = equals >= 0
                        ? argument.substring(equals + 1)
                        : i + 1 < arguments.size() ? arguments.get(++i) : "";
                if (isSpecial(value)) {
                    return null;
                } else if (setting != null) {
                    flags = with(flags, setting, setting.kind().split(value));
                } else if (name.equals(SettingFlagConverter.CONFIG) && file == null) {
                    file = Path.of(value);
                } else {
                    return null;
                }
            } else if (isSpecial(argument) || !settings.contains(NodeSettings.DIR) || isPlaced(flags)) {
                return null;
            } else {
                flags = with(flags, named(argument, settings), List.of(argument));
            }
            if (flags == null) {
                return null;
            }
        }
        return new PlainArguments(flags, file, verbose);
    }

    /** Empty, or with a meaning of its own for picocli. */
    private static boolean isSpecial(String value) {
        return value.isEmpty() || value.startsWith("-") || value.startsWith("@") || value.indexOf('"') >= 0;
    }

    private static boolean isPlaced(SettingValues flags) {
        return flags.isGiven(NodeSettings.DIR) || flags.isGiven(OriginSettings.URL);
    }

    private static @Nullable SettingValues with(SettingValues flags, Setting<?> setting, List<String> items) {
        try {
            return flags.with(setting, items);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The setting that the plain argument is of: it may name an origin. */
    static Setting<?> named(String argument, List<Setting<?>> settings) {
        return settings.contains(OriginSettings.URL) && argument.matches("(?i)https?://.*")
                ? OriginSettings.URL
                : NodeSettings.DIR;
    }

    VerbInvocation invocation(Verb verb, PrintWriter out) throws BadConfigurationException {
        return invocation(flags, file, verbose, verb.settings(), out);
    }

    /** The invocation of a verb: the values of the flags over those of a file. */
    static VerbInvocation invocation(
            SettingValues flags, @Nullable Path file, boolean verbose, List<Setting<?>> settings, PrintWriter out)
            throws BadConfigurationException {
        ConfigurationSource source =
                () -> file == null ? flags : flags.over(YamlConfigurationReader.read(file, settings));
        return new VerbInvocation(source.read(), source, verbose, out);
    }
}
