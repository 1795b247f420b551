package io.gosling.bench.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in the configuration files of this package's resources, which have names such as {@code @port@} for variable
 * parts.
 */
final class ConfigurationTemplateFiller {
    private static final Pattern NAME = Pattern.compile("@([a-z]+)@");

    private ConfigurationTemplateFiller() {}

    static String fill(String resource, Map<String, String> values) throws IOException {
        try (InputStream in = ConfigurationTemplateFiller.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("the resource " + resource + " is missing");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return NAME.matcher(text).replaceAll(name -> Matcher.quoteReplacement(value(name.group(1), values)));
        }
    }

    static Path write(Path directory, String resource, Map<String, String> values) throws IOException {
        return Files.writeString(directory.resolve(resource), fill(resource, values));
    }

    private static String value(String name, Map<String, String> values) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("nothing is known for @" + name + "@");
        }
        return value;
    }
}
