package io.gosling.node.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.settings.SettingValues;
import io.gosling.testing.TestCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    private static final long NET_ADMIN_AND_RAW = 1 << 12 | 1 << 13;

    private final FakeMachine machine = new FakeMachine();

    @TempDir
    private Path folder;

    private SettingValues read(boolean dispatching, String yaml) throws Exception {
        Path file = Files.writeString(folder.resolve("gosling.yaml"), yaml);
        return YamlConfigurationReader.read(file, dispatching ? DispatchSettings.ALL : NodeSettings.ALL);
    }

    /** The checks that are not well, without what is well. */
    private List<String> complaints(boolean dispatching, String yaml) throws Exception {
        return Doctor.examine(read(dispatching, yaml), dispatching, machine).stream()
                .filter(finding -> finding.level() != Finding.Level.OK)
                .map(Finding::toString)
                .toList();
    }

    private String complaint(boolean dispatching, String yaml) throws Exception {
        List<String> found = complaints(dispatching, yaml);
        assertEquals(1, found.size(), found::toString);
        return found.getFirst();
    }

    private static void assertMatches(String expected, String found) {
        assertTrue(found.startsWith(expected), found);
    }

    @Test
    void nothingIsWrongWithAGoodMachine() throws Exception {
        assertEquals(List.of(), complaints(false, ""));
        assertEquals(List.of(), complaints(true, ""));
    }

    @Test
    void aLowLimitOfOpenFilesIsAWarning() throws Exception {
        machine.openFiles = 1024;
        assertMatches("warn  open files    this process may open 1024 files", complaint(false, ""));
    }

    @Test
    void aPortThatIsTakenFailsAndTheDefaultAdminPortWarns() throws Exception {
        machine.taken.add(8080);
        machine.taken.add(4675);
        assertEquals(
                List.of(
                        "fail  port          --port 127.0.0.1:8080: another program has this port",
                        "warn  port          --admin-port 127.0.0.1:4675: another program has this port (a free one is"
                                + " taken then)"),
                complaints(false, "port: 8080\nhost: 127.0.0.1\n"));
    }

    @Test
    void aSmallContainerDoesNotHoldTheMemory() throws Exception {
        machine.memory = 256L << 20;
        assertMatches("fail  memory        --memory: value \"1GiB\"", complaint(false, "memory: 1g\n"));
    }

    @Test
    void namesPortsAndClocksOfMembersAreChecked() throws Exception {
        machine.theirs = FakeMachine.NOW.minusSeconds(90);
        String join = "join: %s:5701\ncluster-host: 127.0.0.1\n";
        assertMatches("warn  clock         90 s apart from that of n2", complaint(false, join.formatted("n2")));
        assertMatches("fail  names         nowhere:5701", complaint(false, join.formatted("nowhere")));
        machine.silent = true;
        assertMatches("warn  reach         n2:5701: connection refused", complaint(false, join.formatted("n2")));
    }

    @Test
    void capabilitiesFollowFromTheConfiguration() throws Exception {
        assertMatches("fail  rights        it needs CAP_NET_BIND_SERVICE", complaint(false, "port: 80\n"));
        String packets = "forwarding: lsmac\nvip: 10.99.0.1\ninterface: eth0\n";
        assertMatches("fail  rights        it needs CAP_NET_ADMIN CAP_NET_RAW", complaint(true, packets));
        machine.kernel.put("self/status", FakeMachine.status(1000, NET_ADMIN_AND_RAW));
        assertEquals(List.of(), complaints(true, packets));
        machine.kernel.put("self/status", FakeMachine.status(0, -1));
        assertMatches("warn  user          this is root", complaint(false, ""));
    }

    @Test
    void theKernelIsCheckedForPacketsAlone() throws Exception {
        machine.kernel.put("self/status", FakeMachine.status(1000, NET_ADMIN_AND_RAW));
        machine.kernel.put("sys/net/ipv4/conf/eth0/forwarding", "1");
        machine.kernel.put("sys/net/ipv4/conf/eth0/rp_filter", "2");
        List<String> found = complaints(true, "forwarding: lsmac\nvip: 10.99.0.1\ninterface: eth0\n");
        assertEquals(2, found.size(), found::toString);
        assertTrue(found.getFirst().endsWith("sysctl -w net.ipv4.conf.eth0.forwarding=0"), found.getFirst());
        assertTrue(found.getLast().endsWith("sysctl -w net/ipv4/conf/eth0/rp_filter=0"), found.getLast());
        assertEquals(List.of(), complaints(true, ""));
        machine.kernel.put("sys/net/core/somaxconn", "128");
        assertMatches("warn  kernel        net.core.somaxconn is 128", complaint(true, ""));
    }

    @Test
    void filesOfSecretsAreForThisUserAlone() throws Exception {
        Path secret = Files.writeString(folder.resolve("s"), "A-secret-0f-some-Length-that-was-Drawn\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        String yaml = "secret-file: " + secret + "\n";
        assertMatches("warn  permissions   " + secret + " has the permissions rw-r--r--", complaint(false, yaml));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        assertEquals(List.of(), complaints(false, yaml));
    }

    @Test
    void anExpiredCertificateFails() throws Exception {
        Instant end = FakeMachine.NOW.minusSeconds(1);
        TestCertificate.of(end.minusSeconds(3600), end, "localhost").write(folder, "a");
        Path file = folder.resolve("a.pem");
        String yaml = "https-port: 8443\ncertificate: " + file + "\nprivate-key: " + folder.resolve("a.key") + "\n";
        List<String> found = complaints(false, yaml).stream()
                .filter(line -> line.contains("certificate"))
                .toList();
        assertEquals(1, found.size(), found::toString);
        assertMatches("fail  certificate   " + file + " is not valid at " + FakeMachine.NOW, found.getFirst());
    }
}
