package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real documentation site out of a Debian package, unpacked once under {@code target}. Tests that want one are
 * skipped, with the reason, where the packages cannot be had.
 */
record DebianSite(String packageName, String documentRoot) {
    static final DebianSite POSTGRESQL = new DebianSite("postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html");
    static final DebianSite SQLITE = new DebianSite("sqlite3-doc", "usr/share/doc/sqlite3");
    static final DebianSite HANDBOOK = new DebianSite("debian-handbook", "usr/share/doc/debian-handbook/html");

    /** The directory with the site's files; fetched when it is not there yet. */
    Path directory() throws IOException, InterruptedException {
        Path unpacked = Path.of("target", "sites", packageName).toAbsolutePath();
        Path root = unpacked.resolve(documentRoot);
        Files.createDirectories(unpacked.getParent());
        // Tests in another JVM may want the same one now.
        try (FileChannel channel = FileChannel.open(
                        unpacked.resolveSibling(packageName + ".lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            if (held.isValid() && !Files.exists(unpacked)) {
                fetchInto(unpacked);
            }
        }
        if (!Files.isDirectory(root)) {
            abort("the package " + packageName + " has no " + documentRoot + " here");
        }
        return root.toRealPath();
    }

    private void fetchInto(Path unpacked) throws IOException, InterruptedException {
        Path download = Files.createDirectories(unpacked.resolveSibling(packageName + ".download"));
        run(download, List.of("apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", packageName));
        try (var files = Files.newDirectoryStream(download, "*.deb")) {
            for (Path deb : files) {
                run(download, List.of("dpkg", "-x", deb.toString(), "whole"));
            }
        }
        // Under its name only when it is whole: a run that was broken off leaves no half of a site behind.
        Files.move(download.resolve("whole"), unpacked);
    }

    private void run(Path directory, List<String> command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            directory.resolve(command.getFirst() + ".log").toFile())
                    .start();
        } catch (IOException e) {
            abort("the site " + packageName + " cannot be fetched: " + e.getMessage());
            throw e;
        }
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            abort("the site " + packageName + " cannot be fetched: '" + String.join(" ", command) + "' failed: "
                    + Files.readString(directory.resolve(command.getFirst() + ".log"))
                            .strip());
        }
    }
}
