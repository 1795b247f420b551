package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Tests the bill of materials in the fat jar. */
class BillOfMaterialsIT {
    private static final Path JAR = Path.of("target", "gosling.jar");
    private static final String LIST = "META-INF/sbom/gosling.cdx.json";
    private static final Pattern PURL = Pattern.compile("\"purl\" : \"pkg:maven/([^/]+)/([^@]+)@");

    @Test
    void theJarCarriesItsLicenceAndTheNotices() throws IOException {
        assertTrue(entry("META-INF/LICENSE").contains("Apache License"));
        assertTrue(entry("META-INF/NOTICE").startsWith("Gosling\n"));
        assertTrue(entry("META-INF/NOTICE").contains("Micrometer"), "the notices of the libraries are kept");
    }

    @Test
    void theListOfItsLibrariesIsInTheJar() throws IOException {
        assertTrue(libraries().size() >= 5);
    }

    @Test
    void everyLibraryInTheJarIsNamedWithItsLicenceInTheDocuments() throws IOException {
        String table = Files.readString(Documents.ROOT.resolve("docs/third-party.md"));
        TreeSet<String> missing = libraries();
        missing.removeIf(group -> table.contains("| `" + group + "` |"));
        assertEquals(new TreeSet<>(), missing);
    }

    /** The groups of all components but ours. */
    private static TreeSet<String> libraries() throws IOException {
        Assumptions.assumeFalse(
                "offline: true".equals(System.getProperty("gosling.built")) && !has(LIST),
                "the jar was built offline (mvn -o), where the list of its libraries is not made");
        return PURL.matcher(entry(LIST))
                .results()
                .map(component -> component.group(1))
                .filter(group -> !group.equals("io.gosling") && !group.equals("org.cyclonedx"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean has(String name) throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            return jar.getEntry(name) != null;
        }
    }

    private static String entry(String name) throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile());
                InputStream in = Objects.requireNonNull(jar.getInputStream(jar.getJarEntry(name)), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
