package io.gosling.node.settings;

import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;

/**
 * Settings by which the admin port can be reached from other machines, on nodes and front-ends alike, besides
 * {@link CommonSettings#ADMIN_HOST} and {@link CommonSettings#ADMIN_PORT}.
 */
public final class AdminSettings {
    /** The socket that commands try where no admin port is given. */
    public static final String USUAL_SOCKET = "/run/gosling/admin.sock";

    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Path> CERTIFICATE = DECLARED.optional(
            "admin.certificate",
            SettingType.path("FILE", "a path for a PEM file"),
            "PEM file with the certificate and the key of the admin port, which speaks TLS then. Made at the start if"
                    + " there is no such file; its fingerprint is in the log.");

    public static final Setting<Path> PRIVATE_KEY = DECLARED.optional(
            "admin.private-key",
            SettingType.path("FILE", "a PEM file"),
            "PEM file with the private key, if it is not in the file of admin.certificate.");

    public static final Setting<Path> TOKENS = DECLARED.optional(
            "admin.tokens",
            SettingType.path("FILE", "a file that only its owner can read"),
            "File with the tokens that the admin port admits, made by gosling token create, and read again when it"
                    + " changes. Without it everybody who can connect may do everything.");

    public static final Setting<Path> CLIENT_CERTIFICATES = DECLARED.optional(
            "admin.client-certificates",
            SettingType.path("FILE", "a PEM file"),
            "PEM file with the authorities of client certificates, which are admitted in place of a token with the role"
                    + " of their common name: a line NAME ROLE certificate in the file of admin.tokens.");

    public static final Setting<Path> SOCKET = DECLARED.optional(
            "admin.socket",
            SettingType.path("FILE", "a path for the file of a socket"),
            "File of a Unix socket for administrators of this machine, such as " + USUAL_SOCKET
                    + ", where commands look first. It requires no token: whoever may write to it may do everything.");

    public static final Setting<Set<PosixFilePermission>> SOCKET_MODE = DECLARED.setting(
            "admin.socket-mode",
            UnixAndProxySettings.MODE,
            "600",
            "Permissions of the file of admin.socket; with 660 the members of its group may do everything too.");

    public static final Setting<HostPort> PROBES = DECLARED.optional(
            "admin.probes",
            SettingType.address(),
            "Address of a port of its own for /livez and /readyz over plain HTTP without a token, such as 0.0.0.0:4674"
                    + " for a kubelet.");

    public static final Setting<Boolean> PROBE_METRICS = DECLARED.setting(
            "admin.probe-metrics", SettingType.toggle(), "off", "on gives /metrics at admin.probes too.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private AdminSettings() {}
}
