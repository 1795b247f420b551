package io.gosling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes compile without their descriptor, so that what it says is held against them here. */
class ModuleTest {
    private static final String NAME = "io.gosling.server";
    private static final Pattern LIBRARY = Pattern.compile(
            "(netty|jspecify|error_prone_annotations|junit-jupiter-api|junit-platform-commons|apiguardian|opentest4j)"
                    + "-.*\\.jar");

    private final String classes;
    private final String modulePath;
    private final ModuleDescriptor module;

    ModuleTest() throws Exception {
        Path code = Path.of(Gosling.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        classes = code.toString();
        module = ModuleFinder.of(code).find(NAME).orElseThrow().descriptor();
        modulePath = Stream.concat(
                        Stream.of(classes),
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry -> LIBRARY.matcher(
                                                Path.of(entry).getFileName().toString())
                                        .matches()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void requires_every_module_that_its_classes_name() {
        StringWriter said = new StringWriter();
        int status = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(said),
                        new PrintWriter(said),
                        "--multi-release",
                        "base",
                        "--module-path",
                        modulePath,
                        "--check",
                        NAME);
        assertEquals(0, status, said::toString);
        String suggested = said.toString();
        suggested = suggested.substring(
                suggested.indexOf("[Suggested module descriptor"), suggested.indexOf("[Transitive reduced graph"));
        Set<String> wanted = Pattern.compile("requires (?:transitive |mandated )*([\\w.]+)")
                .matcher(suggested)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> declared = module.requires().stream().map(Requires::name).collect(Collectors.toSet());
        assertTrue(wanted.contains("io.netty.transport"), suggested);
        wanted.removeAll(declared);
        assertEquals(Set.of(), wanted, "src/main/module/module-info.java lacks them");
    }

    @Test
    void exports_every_package() throws Exception {
        Path root = Path.of(classes);
        Set<String> packages;
        try (Stream<Path> files = Files.walk(root)) {
            packages = files.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> root.relativize(file).getParent())
                    .filter(folder -> folder != null)
                    .map(folder -> folder.toString().replace(File.separatorChar, '.'))
                    .collect(Collectors.toSet());
        }
        assertEquals(packages, module.exports().stream().map(Exports::source).collect(Collectors.toSet()));
    }

    @Test
    void a_program_of_modules_serves_with_it(@TempDir Path folder) throws Exception {
        Path source = Files.createDirectories(folder.resolve("source/guest"));
        Files.writeString(source.resolve("../module-info.java"), "module guest { requires io.gosling.server; }");
        Files.writeString(source.resolve("Main.java"), """
                package guest;

                import io.gosling.Gosling;
                import io.gosling.http.Response;

                public class Main {
                    public static void main(String[] arguments) throws Exception {
                        try (var server = Gosling.serve(request -> Response.text("honk, " + request.path()));
                                var answer = server.url("/modules").toURL().openStream()) {
                            System.out.println(new String(answer.readAllBytes()));
                        }
                    }
                }
                """);
        Path compiled = folder.resolve("compiled");
        StringWriter said = new StringWriter();
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        new PrintWriter(said),
                        new PrintWriter(said),
                        "--module-path",
                        modulePath,
                        "-d",
                        compiled.toString(),
                        source.resolve("../module-info.java").normalize().toString(),
                        source.resolve("Main.java").toString());
        assertEquals(0, status, said::toString);

        Path log = folder.resolve("log");
        Process guest = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--module-path",
                        modulePath + File.pathSeparator + compiled,
                        "--module",
                        "guest/guest.Main")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertTrue(guest.waitFor(60, TimeUnit.SECONDS), () -> "still running after 60 s");
            assertTrue(Files.readString(log).contains("honk, /modules"), Files.readString(log));
            assertEquals(0, guest.exitValue());
        } finally {
            guest.destroyForcibly();
        }
    }
}
