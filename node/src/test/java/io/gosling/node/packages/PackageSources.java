package io.gosling.node.packages;

import io.gosling.node.cli.GoslingCommand;
import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files that packages are made of, in {@code node/src/package}. */
final class PackageSources {
    static final Path FOLDER = Documents.ROOT.resolve("node/src/package");
    static final String LAUNCHER = "/usr/lib/gosling/bin/gosling";

    private static final Pattern LINE = Pattern.compile("(?m)^([A-Za-z]+)=(.*)$");

    private PackageSources() {}

    static String read(String file) throws IOException {
        return Files.readString(FOLDER.resolve(file));
    }

    /** The lines {@code KEY=VALUE} of a systemd unit, in their order, by key. */
    static Map<String, List<String>> unit(String file) throws IOException {
        Map<String, List<String>> lines = new TreeMap<>();
        Matcher line = LINE.matcher(read(file));
        while (line.find()) {
            lines.computeIfAbsent(line.group(1), key -> new ArrayList<>()).add(line.group(2));
        }
        return lines;
    }

    /** Fails with the command line's own message if there is no such verb, option or value. */
    static void requireArguments(List<String> arguments) {
        GoslingCommand.create().parseArgs(arguments.toArray(String[]::new));
    }
}
