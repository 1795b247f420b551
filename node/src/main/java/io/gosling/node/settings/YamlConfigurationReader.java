package io.gosling.node.settings;

import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads settings from a YAML file: keys are the settings' names, sections are nested mappings.
 *
 * <p>Every complaint has the form {@code file:line:column: key "x": value "y"; expected ...}, and all of them are
 * reported, not only the first. Anchors and files over 1 MiB are refused. Used by one thread.
 */
public final class YamlConfigurationReader {
    private static final int MAX_CODE_POINTS = 1 << 20;

    private final String file;
    private final Map<String, Setting<?>> settings = new LinkedHashMap<>();
    private final List<String> complaints = new ArrayList<>();
    private SettingValues values = SettingValues.none();

    private YamlConfigurationReader(String file, List<Setting<?>> settings) {
        this.file = file;
        settings.forEach(setting -> this.settings.put(setting.name(), setting));
    }

    /** @throws BadConfigurationException when it cannot be read or anything in it is wrong */
    public static SettingValues read(Path file, List<Setting<?>> settings) throws BadConfigurationException {
        return parse(file.toString(), contents(file), settings);
    }

    static SettingValues parse(String name, String text, List<Setting<?>> settings) throws BadConfigurationException {
        YamlConfigurationReader reader = new YamlConfigurationReader(name, settings);
        compose(name, text).ifPresent(root -> reader.mapping(root, ""));
        if (!reader.complaints.isEmpty()) {
            throw new BadConfigurationException(reader.complaints);
        }
        return reader.values;
    }

    /** The top-level keys of a file, which show what it is for. */
    public static List<String> topKeys(Path file) throws BadConfigurationException {
        Optional<Node> root = compose(file.toString(), contents(file));
        return root.isPresent() && root.get() instanceof MappingNode mapping
                ? mapping.getValue().stream()
                        .map(entry -> text(entry.getKeyNode()))
                        .toList()
                : List.of();
    }

    private static String contents(Path file) throws BadConfigurationException {
        try {
            if (Files.size(file) > MAX_CODE_POINTS) {
                throw new BadConfigurationException(file + ": larger than " + ByteSizeFormat.format(MAX_CODE_POINTS));
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new BadConfigurationException(file + ": no such file");
        } catch (CharacterCodingException e) {
            throw new BadConfigurationException(file + ": not UTF-8");
        } catch (IOException e) {
            throw new BadConfigurationException(file + ": cannot be read: " + e);
        }
    }

    private static Optional<Node> compose(String name, String text) throws BadConfigurationException {
        LoadSettings yaml = LoadSettings.builder()
                .setLabel(name)
                .setUseMarks(true)
                .setMaxAliasesForCollections(0)
                .setCodePointLimit(MAX_CODE_POINTS)
                .build();
        try {
            return new Compose(yaml).composeString(text);
        } catch (MarkedYamlEngineException e) {
            String at = e.getProblemMark()
                    .map(mark -> ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                    .orElse("");
            throw new BadConfigurationException(name + at + ": not YAML: " + e.getProblem() + begun(e));
        } catch (YamlEngineException e) {
            throw new BadConfigurationException(name + ": not YAML: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    /** The construct that the parser was in, if it began on an earlier line: a quote that was never closed. */
    private static String begun(MarkedYamlEngineException e) {
        int line = e.getProblemMark().map(Mark::getLine).orElse(0);
        return e.getContextMark()
                .filter(mark -> mark.getLine() < line && e.getContext() != null)
                .map(mark -> ", " + e.getContext() + " that begins in line " + (mark.getLine() + 1))
                .orElse("");
    }

    private void mapping(Node node, String prefix) {
        if (!(node instanceof MappingNode mapping)) {
            complain(node, where(prefix) + found(node) + "; expected a mapping of settings");
            return;
        }
        Map<String, Node> seen = new HashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            String name = prefix + text(entry.getKeyNode());
            Node first = seen.putIfAbsent(name, entry.getKeyNode());
            if (first != null) {
                complain(
                        entry.getKeyNode(),
                        "key \"" + name + "\": repeated; expected once, and line " + line(first) + " has it");
            } else {
                entry(name, entry);
            }
        }
    }

    private void entry(String name, NodeTuple entry) {
        Setting<?> setting = settings.get(name);
        if (setting != null) {
            value(setting, entry.getValueNode());
        } else if (settings.keySet().stream().anyMatch(known -> known.startsWith(name + "."))) {
            mapping(entry.getValueNode(), name + ".");
        } else {
            complain(
                    entry.getKeyNode(),
                    "key \"" + name + "\": unknown; expected " + NearestNameFinder.hint(name, settings.keySet()));
        }
    }

    private void value(Setting<?> setting, Node node) {
        if (setting.kind().shape() == SettingType.Shape.SECTIONS) {
            sections(setting, node);
            return;
        }
        Optional<List<String>> items = items(setting.kind().shape(), node);
        if (items.isEmpty()) {
            misshapen(setting, node);
            return;
        }
        try {
            values = values.with(setting, items.get(), place(node));
        } catch (IllegalArgumentException e) {
            complain(node, where(setting.name()) + e.getMessage());
        }
    }

    private void misshapen(Setting<?> setting, Node node) {
        complain(
                node,
                where(setting.name()) + found(node) + "; expected "
                        + setting.kind().expected());
    }

    private void sections(Setting<?> setting, Node node) {
        if (!(node instanceof SequenceNode sequence)) {
            misshapen(setting, node);
            return;
        }
        List<SettingValues> sections = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            YamlConfigurationReader reader =
                    new YamlConfigurationReader(file, setting.kind().inner());
            reader.mapping(item, "");
            complaints.addAll(reader.complaints);
            sections.add(reader.values.at(place(item)));
        }
        values = values.withSections(setting, sections);
    }

    private Optional<List<String>> items(SettingType.Shape shape, Node node) {
        return switch (shape) {
            case SECTIONS -> Optional.empty();
            case SCALAR ->
                node instanceof ScalarNode scalar ? Optional.of(List.of(scalar.getValue())) : Optional.empty();
            case LIST -> list(node);
            case MAP -> node instanceof MappingNode mapping ? pairs(mapping) : Optional.empty();
        };
    }

    private static Optional<List<String>> list(Node node) {
        if (node instanceof SequenceNode sequence && scalars(sequence.getValue())) {
            return Optional.of(sequence.getValue().stream()
                    .map(YamlConfigurationReader::text)
                    .toList());
        }
        return node instanceof ScalarNode scalar
                ? Optional.of(List.of(scalar.getValue().split("\\s*,\\s*")))
                : Optional.empty();
    }

    private Optional<List<String>> pairs(MappingNode mapping) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            if (!scalars(List.of(entry.getKeyNode(), entry.getValueNode()))) {
                return Optional.empty();
            }
            String key = text(entry.getKeyNode());
            if (pairs.putIfAbsent(key, text(entry.getValueNode())) != null) {
                complain(entry.getKeyNode(), "key \"" + key + "\": repeated; expected once");
            }
        }
        return Optional.of(pairs.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + pair.getValue())
                .toList());
    }

    private static boolean scalars(List<Node> nodes) {
        return nodes.stream().allMatch(ScalarNode.class::isInstance);
    }

    private static String text(Node node) {
        return node instanceof ScalarNode scalar
                ? scalar.getValue()
                : node.getNodeType().toString();
    }

    private static String where(String name) {
        return name.isEmpty()
                ? ""
                : "key \"" + (name.endsWith(".") ? name.substring(0, name.length() - 1) : name) + "\": ";
    }

    private static String found(Node node) {
        return switch (node) {
            case ScalarNode scalar -> "value \"" + scalar.getValue() + "\"";
            case SequenceNode sequence -> "a sequence of " + sequence.getValue().size();
            default -> "a mapping";
        };
    }

    private void complain(Node node, String complaint) {
        complaints.add(place(node) + complaint);
    }

    private String place(Node node) {
        int column = node.getStartMark().map(mark -> mark.getColumn() + 1).orElse(1);
        return file + ":" + line(node) + ":" + column + ": ";
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }
}
