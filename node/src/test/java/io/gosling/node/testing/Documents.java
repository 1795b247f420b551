package io.gosling.node.testing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The repository's own documents and sources, for tests that hold one against the other. */
public final class Documents {
    public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern FENCE = Pattern.compile("(?s)```\\w*\\n(.*?)```");
    private static final Pattern PRE = Pattern.compile("(?s)<pre><code>(.*?)</code></pre>");

    private static final Set<String> HIDDEN = Set.of("target", ".git");

    private Documents() {}

    /** Every Markdown file of the project. */
    public static List<Path> markdown() throws IOException {
        return files(path -> path.toString().endsWith(".md"));
    }

    /** Every page of the sample site. */
    public static List<Path> pages() throws IOException {
        return files(path ->
                path.startsWith(ROOT.resolve("config/site")) && path.toString().endsWith(".html"));
    }

    /** Every Java source of the product that is not a test. */
    public static List<Path> sources() throws IOException {
        return files(path -> path.toString().endsWith(".java")
                && !path.startsWith(ROOT.resolve("docs"))
                && ROOT.relativize(path).toString().replace('\\', '/').contains("src/main/java"));
    }

    /** Every Java source of a test. */
    public static List<Path> tests() throws IOException {
        return files(path -> path.toString().endsWith(".java")
                && ROOT.relativize(path).toString().replace('\\', '/').contains("src/test/java"));
    }

    private static List<Path> files(Predicate<Path> wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        // Folders that other programs change meanwhile are not entered.
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return HIDDEN.contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && wanted.test(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(null);
        return found;
    }

    /** The lines of code blocks, with continuation lines joined and comments left out. */
    public static List<String> commands(String document) {
        return Stream.concat(
                        FENCE.matcher(document).results(), PRE.matcher(document).results())
                .map((MatchResult block) -> block.group(1).replaceAll("\\\\\\n\\s*", " "))
                .flatMap(String::lines)
                .map(String::strip)
                .toList();
    }
}
