package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.ShortFrontEnd;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A front-end that has no file left to open, before back-ends that are well. */
@Timeout(120)
class ShortFrontEndTest {
    private static final int DESCRIPTORS = 160;
    private static final String HEALTHY = "ejections 0, failed checks 0";

    @Test
    void noBackEndIsToBlameForWhatTheFrontEndLacks() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no shell to set the limit");
        try (ScriptedBackend one = ScriptedBackend.polite("n1");
                ScriptedBackend two = ScriptedBackend.polite("n2")) {
            Process child = start(one, two);
            BufferedReader said = child.inputReader();
            String port = String.valueOf(said.readLine()).replace("port=", "");
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
            try (RawClient client = RawClient.connect(address)) {
                assertEquals(200, client.get("/").answer().status());
                assertEquals(HEALTHY, tell(child, said, "status"));
                int status = 200;
                while (status == 200) {
                    one.closeConnections();
                    two.closeConnections();
                    tell(child, said, "fill");
                    status = client.get("/").answer().status();
                }
                for (int request = 0; request < 200; request++) {
                    assertEquals(503, client.get("/" + request).answer().status());
                }
                assertEquals(HEALTHY, tell(child, said, "status"));
                tell(child, said, "free");
                assertEquals(200, client.get("/").answer().status());
            } finally {
                end(child);
            }
        }
    }

    private static void end(Process child) throws Exception {
        child.getOutputStream().close();
        if (!child.waitFor(30, TimeUnit.SECONDS)) {
            child.destroyForcibly();
        }
    }

    private static @Nullable String tell(Process child, BufferedReader said, String word) throws IOException {
        Writer to = child.outputWriter();
        to.write(word + "\n");
        to.flush();
        return said.readLine();
    }

    private static Process start(ScriptedBackend one, ScriptedBackend two) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "ulimit -n " + DESCRIPTORS + " && exec \"$@\"",
                        "sh",
                        java,
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes,
                        ShortFrontEnd.class.getName(),
                        String.valueOf(one.backend().address().getPort()),
                        String.valueOf(two.backend().address().getPort()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
