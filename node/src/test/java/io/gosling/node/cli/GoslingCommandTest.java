package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.Setting;
import io.gosling.testing.TestCertificate;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class GoslingCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return GoslingCommand.create()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    void everyVerbHasHelpWithAnExample() {
        CommandLine command = GoslingCommand.create();
        assertEquals(
                List.of(
                        "serve",
                        "dispatch",
                        "up",
                        "status",
                        "top",
                        "log",
                        "explain",
                        "purge",
                        "drain",
                        "backend",
                        "reload",
                        "validate",
                        "doctor",
                        "graph",
                        "password",
                        "token",
                        "ca",
                        "warm-up",
                        "jvm-options",
                        "version",
                        "completion",
                        "trace",
                        "plan",
                        "simulate",
                        "load",
                        "calibrate"),
                List.copyOf(command.getSubcommands().keySet()));
        for (String verb : command.getSubcommands().keySet()) {
            out.getBuffer().setLength(0);
            assertEquals(0, run(verb, "--help"), verb);
            assertTrue(out.toString().contains("Example"), verb);
            assertTrue(out.toString().contains("  gosling " + verb), verb);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--admin-host 0.0.0.0|gosling: --admin-host: value \"0.0.0.0\"; expected a loopback address such"
                        + " as 127.0.0.1",
                "--cluster-host 192.0.2.1|gosling: --secret-file: missing; expected on 192.0.2.1",
                "--cluster-host 0.0.0.0|gosling: --cluster-host: value \"0.0.0.0\"; expected one address",
                "--host no.such.host.invalid|gosling: --host: value \"no.such.host.invalid\"; expected an address",
                "--secret-file /nonexistent|gosling: --secret-file: value \"/nonexistent\"; expected a file that"
                        + " exists",
                "--transport kqueue|gosling: --transport: transport kqueue is not available here",
                "--config /nonexistent.yaml|gosling: /nonexistent.yaml: no such file"
            })
    void serveRefusesWhatCannotBeBeforeAnythingStarts(String flags, String message, @TempDir Path site) {
        assertEquals(ExitCode.CONFIGURATION.status(), run(RunningProcess.serve(site, flags.split(" "))));
        assertTrue(err.toString().startsWith(message), err.toString());
    }

    @Test
    void upLooksAtItsPortsBeforeItStartsAnything() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            for (String flag : List.of("--port", "--admin-port")) {
                err.getBuffer().setLength(0);
                String other = flag.equals("--port") ? "--admin-port" : "--port";
                assertEquals(ExitCode.REFUSED.status(), run("up", flag, port, other, "0"));
                assertEquals(
                        "gosling: " + flag + ": cannot listen on 127.0.0.1:" + port
                                + ": another program has this port; stop it, choose another, or 0 for any free one",
                        err.toString().strip());
            }
        }
    }

    @Test
    void theHelpNamesEveryExitStatus() {
        assertEquals(0, run("--help"));
        for (ExitCode code : ExitCode.values()) {
            assertTrue(out.toString().contains(code.status() + "  " + code.meaning()), out.toString());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|gosling: a verb is missing",
                "serv|gosling: Unmatched argument at index 0: 'serv'",
                "serv --help|gosling: Unmatched argument at index 0: 'serv'",
                "up --nodes 0|gosling: --nodes: value \"0\"; expected a whole number from 1 to 64",
                "up --nodes|gosling: Missing required parameter for option '--nodes' (N)",
                "up --memory 64MB|gosling: --memory: value \"64MB\"; expected a size from 1MiB to 1TiB, such as"
                        + " 256m or 256MiB",
                "up --policy best|gosling: --policy: value \"best\"; expected one of lard-r, lard, ext-lard,"
                        + " lb, lb-gc, chbl, wrr, wrr-gms, rr",
                "up --nodes 1 --nodes 2|gosling: option '--nodes' (N) should be specified only once",
                "up a b|gosling: Unmatched argument at index 2: 'b'",
                "up --bogus|gosling: Unknown option: '--bogus'",
                "status --admin web|gosling: --admin: value \"web\"; expected an address such as 127.0.0.1:4675,"
                        + " web1:4675 or [::1]:4675, with https:// before it for TLS, or unix:FILE",
                "validate|gosling: FILE is missing"
            })
    void aWrongCommandLineIsExplainedAndEndsWithTwo(String line, String message) {
        assertEquals(ExitCode.USAGE.status(), run(line.isEmpty() ? new String[0] : line.split(" ")));
        assertEquals(message, err.toString().lines().findFirst().orElse(""));
    }

    @Test
    void aFileThatIsNotThereEndsWithFour() {
        assertEquals(ExitCode.NOT_FOUND.status(), run("validate", "/nonexistent/x.yaml"));
        assertEquals("gosling: /nonexistent/x.yaml: no such file\n", err.toString());
    }

    @Test
    void aDirectoryThatIsNotThereEndsWithFour() {
        assertEquals(ExitCode.NOT_FOUND.status(), run("up", "/nonexistent/site"));
        assertEquals(
                "gosling: DIR: /nonexistent/site does not exist; expected the directory to serve:"
                        + " make it or name another\n",
                err.toString());
    }

    @Test
    void aBadFileEndsWithSeventyEightAndItsPlace(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("x.yaml"), "port: 80\nmemory: much\n");
        assertEquals(ExitCode.CONFIGURATION.status(), run("validate", file.toString()));
        assertEquals(
                "gosling: " + file
                        + ":2:9: key \"memory\": value \"much\"; expected a size from 1MiB to 1TiB, such as 256m or"
                        + " 256MiB\n",
                err.toString());
    }

    @Test
    void aSampleIsValidAsItIsForTheVerbThatKnowsItsKeys() {
        for (String sample : List.of("node.yaml", "front-end.yaml")) {
            assertEquals(0, run("validate", "../config/" + sample), err.toString());
        }
        assertTrue(out.toString().contains("node.yaml: valid for gosling serve"), out.toString());
        assertTrue(out.toString().contains("front-end.yaml: valid for gosling dispatch"), out.toString());
        assertEquals(78, run("validate", "--for", "dispatch", "../config/node.yaml"));
    }

    @Test
    void aSectionOfAGroupIsCheckedAndWhatItLacksIsSaid(@TempDir Path folder) throws Exception {
        Path idle = Files.writeString(folder.resolve("idle.yaml"), "replication: {idle: 1}\n");
        assertEquals(0, run("validate", idle.toString()), err.toString());
        assertTrue(
                out.toString()
                        .contains("valid for gosling serve with --replication-address, --replication-backend,"
                                + " --replication-secret-file, or gosling up --replication"),
                out.toString());
        Path heavy = Files.writeString(folder.resolve("heavy.yaml"), "replication: {heavy: 1, light: 1.5}\n");
        assertEquals(78, run("validate", heavy.toString()));
        Path secret = Files.writeString(folder.resolve("secret.yaml"), "replication: {secret-file: /nonexistent}\n");
        err.getBuffer().setLength(0);
        assertEquals(78, run("validate", secret.toString()));
        assertEquals(
                "gosling: " + secret + ":1:28: key \"replication.secret-file\": value \"/nonexistent\"; expected a file"
                        + " that this user can read as text\n",
                err.toString());
    }

    @Test
    void valuesThatDoNotGoTogetherAreNotValid(@TempDir Path folder) throws Exception {
        Path lard = Files.writeString(folder.resolve("lard.yaml"), "lard:\n  low: 70\n");
        assertEquals(78, run("validate", lard.toString()));
        assertEquals("gosling: T_high is 65; it must be at least T_low, 70\n", err.toString());
        Path silence = Files.writeString(folder.resolve("silence.yaml"), "cluster:\n  heartbeat: 10s\n");
        assertEquals(78, run("validate", silence.toString()));
        Path ageing = Files.writeString(folder.resolve("ageing.yaml"), "ageing:\n  trigger: 100000\n");
        assertEquals(78, run("validate", ageing.toString()));
    }

    @Test
    void directoriesThatAreNotThereAreNamedEachWithItsPlace(@TempDir Path folder) throws Exception {
        Path file =
                Files.writeString(folder.resolve("sites.yaml"), """
                    sites:
                      - name: main
                        roots: [%s, /nonexistent/a]
                      - name: shop
                        hosts: shop.example
                        roots: %s
                    """.formatted(folder, folder.resolve("sites.yaml")));
        assertEquals(78, run("validate", file.toString()));
        assertEquals(
                "gosling: " + file + ":2:5: sites: main: roots: /nonexistent/a does not exist; expected the directory"
                        + " to serve: make it or name another\n"
                        + "gosling: " + file + ":4:5: sites: shop: roots: " + file
                        + " is not a directory; expected the directory to serve: name another\n",
                err.toString());
        err.getBuffer().setLength(0);
        Files.writeString(file, "dir: /nonexistent/a\n");
        assertEquals(78, run("validate", file.toString()));
        assertTrue(
                err.toString().startsWith("gosling: " + file + ":1:6: key \"dir\": /nonexistent/a does not exist;"),
                err.toString());
        Files.writeString(file, "dir: " + folder + "\n");
        assertEquals(0, run("validate", file.toString()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "voters: [n1, n2]|x.yaml:1:9: key \"voters\": value \"n1,n2\"; expected 1, 3 or 5 names of nodes,"
                        + " each once",
                "voters: [n1, n2, n1]|x.yaml:1:9: key \"voters\": value \"n1,n2,n1\"; expected 1, 3 or 5 names of"
                        + " nodes",
                "voter-file: /nonexistent/voter|and there is no directory /nonexistent; expected one that exists",
                "voter-file: /|is a directory; expected a path for a file, such as /voter",
                "secret-file: /nonexistent/secret|x.yaml:1:14: key \"secret-file\": value \"/nonexistent/secret\";"
                        + " expected a file that exists",
                "admin-host: 0.0.0.0|a loopback address such as 127.0.0.1"
            })
    void whatServeRefusesIsNotValid(String text, String said, @TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("x.yaml"), text + "\n");
        assertEquals(78, run("validate", "--for", "serve", file.toString()), out.toString());
        assertTrue(err.toString().contains(said), err.toString());
    }

    /** A start and {@code validate} refuse the same files of HTTPS, in the same words. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "certificate: /none.pem|:2:14: key \"certificate\": /none.pem: no such file",
                "certificate: $/a.pem|:2:14: key \"certificate\": $/a.pem: no private key in it",
                "certificate: $/a.pem;private-key: /none.key|:3:14: key \"private-key\": /none.key: no such file",
                "tls: {certificates: {$/a.pem: $/b.key}}|:2:21: key \"tls.certificates\": $/b.key: not the key",
                "certificate: $/a.pem;private-key: $/a.key;tls: {client-certificates: $/b.key}|:4:28: key"
                        + " \"tls.client-certificates\": $/b.key: no certificate in it"
            })
    void filesOfHttpsAreReadAsAStartReadsThem(String text, String said, @TempDir Path folder) throws Exception {
        TestCertificate.of("localhost").write(folder, "a");
        TestCertificate.of("localhost").write(folder, "b");
        Path file = folder.resolve("x.yaml");
        Files.writeString(
                file, "https-port: 0\n" + text.replace("$", folder.toString()).replace(";", "\n") + "\n");
        for (String[] line : List.of(
                new String[] {"validate", "--for", "serve", file.toString()},
                new String[] {"validate", "--for", "dispatch", file.toString()},
                RunningProcess.serve(folder, "--config", file.toString()))) {
            err.getBuffer().setLength(0);
            assertEquals(ExitCode.CONFIGURATION.status(), run(line), out.toString());
            assertTrue(
                    err.toString().startsWith("gosling: " + file + said.replace("$", folder.toString())),
                    err.toString());
        }
        Files.writeString(file, "https-port: 0\ncertificate: %1$s/a.pem\nprivate-key: %1$s/a.key\n".formatted(folder));
        assertEquals(0, run("validate", "--for", "serve", file.toString()), err.toString());
    }

    @Test
    void whatLooksLikeAUrlAndIsNoneIsToldHowOneBegins() {
        assertEquals(ExitCode.NOT_FOUND.status(), run("serve", "htp://127.0.0.1:3000/"));
        assertTrue(err.toString().contains("a URL, which begins with http:// or https://"), err.toString());
    }

    @Test
    void theWordHelpIsHelp() {
        assertEquals(0, run("help"));
        String all = out.toString();
        out.getBuffer().setLength(0);
        assertEquals(0, run("--help"));
        assertEquals(out.toString(), all);
        out.getBuffer().setLength(0);
        assertEquals(0, run("help", "serve"));
        assertTrue(out.toString().contains("DIR|URL"), out.toString());
    }

    @Test
    void whereNobodyListensThatIsSaidInWords() {
        for (String verb : List.of("status", "drain", "purge")) {
            err.getBuffer().setLength(0);
            assertEquals(
                    ExitCode.UNREACHABLE.status(),
                    run(verb, "--admin", "127.0.0.1:1", "purge".equals(verb) ? "/a" : "--json"));
            assertTrue(err.toString().contains("127.0.0.1:1 (connection refused);"), err.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {15, 4097})
    void aSecretOfAnotherLengthIsNotValid(int length, @TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "s".repeat(length));
        Path file = Files.writeString(folder.resolve("x.yaml"), "secret-file: " + secret + "\n");
        for (String verb : List.of("serve", "dispatch")) {
            err.getBuffer().setLength(0);
            assertEquals(78, run("validate", "--for", verb, file.toString()));
            assertTrue(err.toString().contains("has " + length + " bytes; expected 16 to 4096"), err.toString());
        }
    }

    @Test
    void fixedBackEndsAndAClusterToFindThemInDoNotGoTogether(@TempDir Path folder) throws Exception {
        Path sources = Files.writeString(folder.resolve("sources.yaml"), "backend: [a:1, b:2]\njoin: [c:3]\n");
        assertEquals(78, run("validate", "--for", "dispatch", sources.toString()));
        assertEquals(
                "gosling: both --backend (a:1, b:2) and --join (c:3) are given; expected one of them: fixed back-ends,"
                        + " or a cluster to find them in\n",
                err.toString());
    }

    @Test
    void nobodyAtTheAdminPortEndsWithSix() {
        assertEquals(ExitCode.UNREACHABLE.status(), run("status", "--admin", "127.0.0.1:1"));
        assertTrue(err.toString().startsWith("gosling: --admin: nothing answers at 127.0.0.1:1 ("), err.toString());
    }

    @Test
    void theCompletionScriptKnowsTheVerbs() {
        assertEquals(0, run("completion"));
        assertTrue(out.toString().contains("--admin-port"), "flags of the verbs");
    }

    @Test
    void theTokenForObjectsFollowsFromTheSecret(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "a secret of some length\n");
        assertEquals(0, run("token", "--secret-file", secret.toString()));
        assertEquals(
                ClusterSecret.of("a secret of some length").objectsToken(),
                out.toString().strip());
        Files.writeString(secret, "short");
        assertEquals(ExitCode.CONFIGURATION.status(), run("token", "--secret-file", secret.toString()));
        assertTrue(err.toString().contains("has 5 bytes; expected 16"), err.toString());
        assertEquals(
                ExitCode.NOT_FOUND.status(),
                run("token", "--secret-file", folder.resolve("none").toString()));
        assertEquals(ExitCode.USAGE.status(), run("token"));
    }

    @Test
    void theAuthorityOfTheNodesFollowsFromTheSecret(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "a secret of some length\n");
        assertEquals(0, run("ca", "--secret-file", secret.toString()));
        assertEquals(
                ClusterTls.authority(
                        ClusterSecret.of("a secret of some length").tlsSecrets().getFirst()),
                out.toString());
    }

    @Test
    void aDiskIsRefusedWhereNothingWouldBeKeptThere(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("node.yaml"), "dir: " + folder + "\ndisk:\n  path: /tmp/disk\n");
        assertEquals(ExitCode.CONFIGURATION.status(), run("validate", file.toString()));
        assertTrue(
                err.toString().contains("node.yaml:3:9: key \"disk.path\": value \"/tmp/disk\"; expected beside"),
                err.toString());
        Files.writeString(file, "origin:\n  url: http://127.0.0.1:1/\ndisk:\n  path: /tmp/disk\n");
        assertEquals(0, run("validate", file.toString()), err.toString());
    }

    @Test
    void whatIsCheckedOfBackEndsIsRefusedWhereItStands(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("front.yaml"), "check:\n  path: healthz\n");
        assertEquals(ExitCode.CONFIGURATION.status(), run("validate", "--for", "dispatch", file.toString()));
        String said = err.toString();
        assertTrue(said.contains("front.yaml:2:9: key \"check.path\": value \"healthz\"; expected a path"), said);
    }

    /** The help of numbers, sizes and durations gives bounds and default. */
    @Test
    void theHelpHasTheBoundsOfEverySetting() {
        int bounded = 0;
        for (String verb : List.of("serve", "dispatch", "up")) {
            CommandLine command = Objects.requireNonNull(
                    GoslingCommand.create().getSubcommands().get(verb));
            for (Setting<?> setting : ((Verb) command.getCommand()).settings()) {
                Object type = setting.kind().schema().get("type");
                boolean hasBounds =
                        Set.of("SIZE", "TIME").contains(setting.kind().label())
                                || "integer".equals(type)
                                || "number".equals(type);
                if (hasBounds) {
                    String help =
                            command.getCommandSpec().findOption(setting.flag()).description()[0];
                    assertTrue(
                            help.matches("(?s).* From \\S+ to \\S+\\.( Default: .*)?"), setting.flag() + ": " + help);
                    bounded++;
                }
            }
        }
        assertTrue(bounded > 100, bounded + " settings have bounds");
    }

    /** Lines of help are broken at spaces alone, not within URLs, paths and names of settings. */
    @Test
    void helpIsBrokenAtSpacesAlone() {
        CommandLine command = GoslingCommand.create();
        for (CommandLine verb : command.getSubcommands().values()) {
            CommandSpec spec = verb.getCommandSpec();
            String written = Stream.of(
                            Stream.of(spec.usageMessage().description()),
                            Stream.of(spec.usageMessage().footer()),
                            spec.args().stream().flatMap(arg -> Stream.of(arg.description())),
                            Stream.of(spec.usageMessage().commandListHeading()),
                            verb.getSubcommands().values().stream()
                                    .flatMap(sub -> Stream.of(
                                            sub.getCommandSpec().usageMessage().description())))
                    .flatMap(texts -> texts)
                    .collect(Collectors.joining(" "))
                    .replace("%n", " ")
                    .replace("%%", "%");
            Set<String> words = Set.copyOf(List.of(written.split("\\s+")));
            List<String> lines = verb.getUsageMessage().lines().toList();
            for (String line : lines.subList(1, lines.size())) {
                String last = line.substring(line.lastIndexOf(' ') + 1);
                assertTrue(line.length() <= 100, line);
                assertTrue(
                        last.isEmpty() || words.contains(last) || line.matches(" {2,6}\\S+"),
                        spec.name() + " breaks a word: " + line);
            }
        }
    }

    /** A summary is a verb's first sentence, and ends. */
    @Test
    void everyVerbIsSummedUpInASentence() {
        GoslingCommand.create().getSubcommands().forEach((name, verb) -> {
            String summary = verb.getCommandSpec().usageMessage().description()[0];
            assertTrue(summary.endsWith("."), name + ": " + summary);
        });
    }
}
