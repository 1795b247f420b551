package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.node.report.AdminAddress;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.AdminCredentials;
import io.gosling.node.report.ClusterStatus;
import io.gosling.node.report.MemberAdminPorts;
import io.gosling.node.report.TextTable;
import io.gosling.node.settings.AdminSettings;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.HostPort;
import io.gosling.settings.SettingType;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of verbs that ask a running process: its admin port, and what has to be shown and trusted there. */
final class AdminOption {
    private static final long SECOND = 1_000_000_000;
    private static final String HTTPS = "https://";
    private static final String FINGERPRINT = "sha256:[0-9a-f]{64}";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--admin",
            paramLabel = "[https://]HOST:PORT|unix:FILE",
            description = "The admin port to ask, or its Unix socket. Default: unix:" + AdminSettings.USUAL_SOCKET
                    + " if you may use that, otherwise 127.0.0.1:4675.")
    private @Nullable String admin;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token for the admin port, as gosling token create has printed it.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "With https, PEM file with your certificate and its key, where the port admits certificates.")
    private @Nullable Path certificate;

    @Option(
            names = "--fingerprint",
            paramLabel = "sha256:HEX",
            description = "With https, trust the certificate with this fingerprint, which the server has logged.")
    private @Nullable String fingerprint;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "With https, trust the certificates of this PEM file. Default: the authorities of Java.")
    private @Nullable Path authorities;

    private boolean answered;

    /**
     * The admin port to ask, the same every time.
     *
     * @throws ParameterException when it is malformed
     */
    AdminAddress address() {
        String given = admin;
        if (given == null) {
            given = answers(Path.of(AdminSettings.USUAL_SOCKET))
                    ? AdminAddress.Socket.SCHEME + AdminSettings.USUAL_SOCKET
                    : CommonSettings.ADMIN_HOST.initial() + ":" + CommonSettings.ADMIN_PORT.initial();
            admin = given;
        }
        try {
            return given.startsWith(AdminAddress.Socket.SCHEME)
                    ? new AdminAddress.Socket(Path.of(given.substring(AdminAddress.Socket.SCHEME.length())))
                    : new AdminAddress.Port(HostPort.parse(isSecure(given) ? given.substring(HTTPS.length()) : given));
        } catch (IllegalArgumentException e) {
            throw wrong("--admin: value \"" + given + "\"; expected "
                    + SettingType.address().expected() + ", with https:// before it for TLS, or unix:FILE");
        }
    }

    /** False as well if a process that has ended has left the file. */
    static boolean answers(Path socket) {
        try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return probe.isConnected();
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** The admin ports that can be asked besides. */
    MemberAdminPorts.Reach reach() {
        return MemberAdminPorts.Reach.of(address(), isSecure(admin));
    }

    /**
     * Reads the files of the options.
     *
     * @throws ParameterException when options do not go together
     * @throws CommandFailureException when a file cannot be used
     */
    AdminCredentials credentials() {
        if (!isSecure(admin)) {
            if (fingerprint != null || authorities != null || certificate != null) {
                throw wrong("--fingerprint, --ca-file and --certificate: given without TLS; expected"
                        + " --admin https://HOST:PORT");
            }
            if (tokenFile != null && !MemberAdminPorts.isOfThisMachine(address())) {
                throw wrong("--token-file: given without TLS, so that others could read the token on its way; expected"
                        + " --admin https://HOST:PORT");
            }
        }
        String token = tokenFile == null ? null : token(tokenFile);
        return new AdminCredentials(isSecure(admin) ? trust() : null, token);
    }

    private SSLContext trust() {
        String print = fingerprint;
        Path file = authorities;
        if (print != null && (file != null || !print.matches(FINGERPRINT))) {
            throw wrong("--fingerprint: value \"" + print
                    + "\"; expected sha256: and 64 hexadecimal digits, as the server has logged it, and no --ca-file");
        }
        if (print != null) {
            return AdminCredentials.trustingFingerprint(print, own());
        }
        if (file == null) {
            return AdminCredentials.trustingKnownAuthorities(own());
        }
        try {
            return AdminCredentials.trustingFile(file, own());
        } catch (IOException e) {
            throw unusable("--ca-file", file, e);
        }
    }

    private KeyManager @Nullable [] own() {
        Path file = certificate;
        if (file == null) {
            return null;
        }
        try {
            return new CertificateFiles(file, file).keyManagers();
        } catch (IOException e) {
            throw unusable("--certificate", file, e);
        }
    }

    private static String token(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (!token.matches("[!-~]+")) {
                throw new IOException("expected one line with a token");
            }
            return token;
        } catch (IOException e) {
            throw unusable("--token-file", file, e);
        }
    }

    private static CommandFailureException unusable(String option, Path file, IOException why) {
        return why instanceof NoSuchFileException
                ? new CommandFailureException(ExitCode.NOT_FOUND, option + ": " + file + ": no such file")
                : new CommandFailureException(
                        ExitCode.CONFIGURATION, option + ": " + file + ": " + why.getMessage(), why);
    }

    ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private static boolean isSecure(@Nullable String admin) {
        return admin != null && admin.startsWith(HTTPS);
    }

    AdminClient client(Duration timeout) {
        return new AdminClient(timeout, credentials());
    }

    /** Returns the statuses of all reachable members, one second after the previous ones. */
    ClusterStatus statuses(AdminClient client, @Nullable ClusterStatus before) throws Exception {
        Thread.sleep(Duration.ofNanos(before == null ? 0 : before.nanos() + SECOND - System.nanoTime()));
        return ask(() -> ClusterStatus.ask(client, address(), reach()));
    }

    /** Repeats a question until it is answered. The first failure ends the command, as does a forbidden question. */
    <T> T ask(Callable<T> question) throws Exception {
        for (String printed = ""; ; Thread.sleep(Duration.ofSeconds(1))) {
            try {
                T answer = question.call();
                answered = true;
                return answer;
            } catch (IllegalArgumentException e) {
                throw wrong(String.valueOf(e.getMessage()));
            } catch (IOException e) {
                CommandFailureException failure = unreachable(address(), e, "serve, dispatch or up");
                if (!answered || (e instanceof AdminClient.RefusedException refused && refused.forbidden)) {
                    throw failure;
                }
                String reason = TextTable.printable(String.valueOf(failure.getMessage()));
                if (!reason.equals(printed)) {
                    spec.commandLine().getErr().println(reason);
                    printed = reason;
                }
            }
        }
    }

    static CommandFailureException refused(AdminAddress admin, AdminClient.Answer answer) {
        return new CommandFailureException(
                answer.status() == 504 ? ExitCode.UNREACHABLE : ExitCode.REFUSED,
                admin + " answered " + answer.status() + ": " + answer.text().strip());
    }

    static CommandFailureException unreachable(AdminAddress admin, IOException why, String expected) {
        if (why instanceof AdminClient.RefusedException) {
            return new CommandFailureException(ExitCode.REFUSED, String.valueOf(why.getMessage()), why);
        }
        return new CommandFailureException(
                ExitCode.UNREACHABLE,
                "--admin: nothing answers at " + admin + " (" + AdminClient.reason(why)
                        + "); expected the admin port of a running " + expected,
                why);
    }
}
