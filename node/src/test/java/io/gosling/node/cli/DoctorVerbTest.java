package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb on this machine. */
class DoctorVerbTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... args) {
        return GoslingCommand.create()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    private String file(String yaml) throws Exception {
        return Files.writeString(folder.resolve("gosling.yaml"), yaml).toString();
    }

    @Test
    void aGoodConfigurationFailsNothing() throws Exception {
        assertEquals(0, run("doctor", "--config", file("port: 0\nadmin-port: 0\nmemory: 16m\n")), out + "" + err);
        assertTrue(out.toString().contains(": valid for gosling serve"), out::toString);
        assertTrue(out.toString().strip().endsWith(" 0 fail"), out::toString);
    }

    @Test
    void aPortThatIsTakenFails() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String yaml = "host: 127.0.0.1\nadmin-port: 0\nmemory: 16m\nport: " + taken.getLocalPort() + "\n";
            assertEquals(ExitCode.CONFIGURATION.status(), run("doctor", "--config", file(yaml)), err::toString);
        }
        assertTrue(out.toString().contains("fail  port          --port 127.0.0.1:"), out::toString);
    }

    @Test
    void aWrongSettingIsNamedAndAFileThatIsMissingIsNotFound() throws Exception {
        assertEquals(ExitCode.CONFIGURATION.status(), run("doctor", "--config", file("memory: 256MB\n")));
        assertTrue(err.toString().contains("key \"memory\""), err::toString);
        assertEquals(
                ExitCode.NOT_FOUND.status(),
                run("doctor", "--config", folder.resolve("no.yaml").toString()));
    }
}
