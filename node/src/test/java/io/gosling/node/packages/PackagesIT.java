package io.gosling.node.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.Eventually;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tarball and the Debian package, built twice, unpacked, and run by a user who owns nothing. */
// In a plain build: PackagedServiceTest, which holds the services and samples against verbs and settings.
@Tag("lab")
class PackagesIT {
    private static final Path BUILD = PackageSources.FOLDER.resolve("build");
    private static final Path JDK = Path.of(System.getProperty("java.home", ""));
    private static final int NOBODY = 65534;

    @TempDir
    private static Path folder;

    private static Path tarball;
    private static Path deb;

    @BeforeAll
    static void build() throws Exception {
        assumeTrue(Files.isRegularFile(RunningProcess.JAR), RunningProcess.JAR + " is not built");
        assumeTrue(Files.isExecutable(JDK.resolve("bin/jlink")), "this Java has no jlink: " + JDK);
        for (String tool : List.of("dpkg-deb", "tar", "setpriv")) {
            assumeTrue(isInstalled(tool), tool + " is not installed");
        }
        // Those who are not the owner have to come through.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path once = build("once");
        assertEquals(
                Files.readString(once.resolve("SHA256SUMS")),
                Files.readString(build("again").resolve("SHA256SUMS")));
        tarball = Files.createDirectory(folder.resolve("tarball"));
        run(
                Map.of(),
                "tar",
                "-xzf",
                only(once, ".tar.gz").toString(),
                "-C",
                tarball.toString(),
                "--strip-components=1");
        deb = Files.createDirectory(folder.resolve("deb"));
        run(Map.of(), "dpkg-deb", "-x", only(once, ".deb").toString(), deb.toString());
        Files.setPosixFilePermissions(deb, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static boolean isInstalled(String tool) {
        return Stream.of("/usr/bin", "/bin").anyMatch(place -> Files.isExecutable(Path.of(place, tool)));
    }

    private static Path build(String name) throws Exception {
        Path out = folder.resolve(name);
        run(
                Map.of(
                        "JAVA_HOME", JDK.toString(),
                        "GOSLING_JAR", RunningProcess.JAR.toString(),
                        "GOSLING_PACKAGES", out.toString(),
                        "SOURCE_DATE_EPOCH", "1790000000"),
                "sh",
                BUILD.toString());
        return out;
    }

    private static Path only(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found =
                    files.filter(file -> file.toString().endsWith(end)).toList();
            assertEquals(1, found.size(), found::toString);
            return found.getFirst();
        }
    }

    private static String run(Map<String, String> environment, String... command) throws Exception {
        try (RunningProcess process = RunningProcess.of(List.of(command), environment)) {
            assertEquals(0, process.status(), () -> String.join(" ", command));
            return process.out();
        }
    }

    /** As root a command is run by a user who owns nothing. */
    private static List<String> asNobody(List<String> command) {
        List<String> words = new ArrayList<>();
        if (System.getProperty("user.name", "").equals("root")) {
            words.addAll(List.of("setpriv", "--reuid", "" + NOBODY, "--regid", "" + NOBODY, "--clear-groups"));
        }
        words.addAll(command);
        return words;
    }

    /** Without any other Java, and without a home for a start-up cache. */
    private static RunningProcess start(List<String> command) throws IOException {
        return RunningProcess.of(
                asNobody(command), Map.of("GOSLING_AOT", "off", "GOSLING_JAVA", "", "JAVA_HOME", "/nonexistent"));
    }

    @Test
    void theRuntimeHasTheModulesThatTheJarNeeds() throws Exception {
        String needed = run(
                Map.of(),
                JDK.resolve("bin/jdeps").toString(),
                "--multi-release=25",
                "--ignore-missing-deps",
                "--print-module-deps",
                RunningProcess.JAR.toString());
        TreeSet<String> missing = new TreeSet<>(List.of(needed.strip().split(",")));
        String runtime = Files.readString(tarball.resolve("lib/runtime/release"));
        missing.removeIf(module -> runtime.matches("(?s).*MODULES=\"[^\"]*\\b" + module + "\\b.*"));
        TreeSet<String> unused = new TreeSet<>();
        PackageSources.read("modules")
                .lines()
                .filter(line -> line.startsWith("#- "))
                .forEach(line -> unused.add(line.split(" ")[1]));
        assertEquals(unused, missing, "modules that are neither in the runtime nor known to be unused");
    }

    @Test
    void twoNodesOfTheTarballAreAClusterWithHttp2() throws Exception {
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        TestCertificate.of("localhost").write(folder, "a");
        Path secret = Files.writeString(folder.resolve("secret"), "of a test, and long enough for it\n");
        for (Path file : List.of(secret, folder.resolve("a.key"), folder.resolve("a.pem"))) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        List<String> one = node(site, "--secret-file", secret.toString(), "--name", "n1");
        try (RunningProcess first = start(one)) {
            ReadyLine ready = first.ready();
            List<String> two = node(site, "--secret-file", secret.toString(), "--name", "n2", "--tls-provider", "jdk");
            two.addAll(List.of("--join", ready.get("cluster")));
            try (RunningProcess second = start(two)) {
                for (ReadyLine node : List.of(ready, second.ready())) {
                    assertEquals(HttpClient.Version.HTTP_2, versionOfHttps(node.get("https")));
                }
                Eventually.that("both are in one cluster", () -> status(ready).contains("\"name\":\"n2\""));
                second.terminate();
                assertEquals(0, second.status(), second.err());
            }
        }
    }

    private static List<String> node(Path site, String... more) {
        List<String> words =
                new ArrayList<>(List.of(tarball.resolve("bin/gosling").toString()));
        words.addAll(List.of(RunningProcess.serve(site, RunningProcess.https(folder, more))));
        return words;
    }

    private static HttpClient.Version versionOfHttps(String address) throws Exception {
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(TlsClient.create().context())
                .version(HttpClient.Version.HTTP_2)
                .build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://" + address + "/"))
                    .build();
            HttpResponse<Void> response = client.send(request, HttpResponse.BodyHandlers.discarding());
            assertEquals(200, response.statusCode());
            return response.version();
        }
    }

    private static String status(ReadyLine node) {
        String gosling = tarball.resolve("bin/gosling").toString();
        try (RunningProcess status = start(List.of(gosling, "status", "--json", "--admin", node.get("admin")))) {
            return status.out().replace(" ", "");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theCommandsOfTheServiceServeTheSampleOfTheDebianPackage() throws Exception {
        Map<String, List<String>> unit = PackageSources.unit("debian/gosling.service");
        Path sample = deb.resolve("etc/gosling/gosling.yaml");
        String moved = Files.readString(sample)
                .replace("/usr/share/", deb + "/usr/share/")
                .replaceAll("(?m)^port: .*", "port: 0\nadmin-port: 0");
        Files.writeString(sample, moved);
        try (RunningProcess validate = start(inPackage(unit.get("ExecStartPre")))) {
            assertEquals(0, validate.status(), validate.err());
        }
        try (RunningProcess node = start(inPackage(unit.get("ExecStart")))) {
            assertTrue(TestSite.text(node.ready().get("http"), "/").contains("Gosling"));
            assertTrue(
                    node.process().info().command().orElse("").startsWith(deb.toRealPath() + "/usr/lib/gosling/"),
                    "the Java of the package runs it");
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
    }

    /** A command of the unit, with the paths of the package that lies unpacked. */
    private static List<String> inPackage(@Nullable List<String> commands) {
        String command = commands == null ? "" : String.join(" ", commands);
        return Stream.of(command.split(" "))
                .map(word -> word.startsWith("/") ? deb + word : word)
                .toList();
    }
}
