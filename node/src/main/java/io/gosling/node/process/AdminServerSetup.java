package io.gosling.node.process;

import io.gosling.command.CommandFailureException;
import io.gosling.common.ResourceStack;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.SelfSignedCertificate;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.netty.transport.Transport;
import io.gosling.node.admin.AdminAccess;
import io.gosling.node.admin.AdminApiHandler;
import io.gosling.node.admin.AdminTokens;
import io.gosling.node.admin.ClusterMembers;
import io.gosling.node.configuration.FilePermissionCheck;
import io.gosling.node.configuration.ListenAddresses;
import io.gosling.node.reload.ConfigurationReloader;
import io.gosling.node.settings.AdminSettings;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The admin port, and its Unix socket and the port for probes if there are any: the same server as for clients, but
 * not counted. Owns the listeners and the certificate.
 */
public final class AdminServerSetup implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AdminServerSetup.class.getName());
    private static final int CONNECTIONS = 64;
    /** The same where other machines can connect: many times what one address may open. */
    private static final int REACHABLE_CONNECTIONS = 1024;
    /** The connections of one address where others than this machine can connect. */
    private static final int CONNECTIONS_OF_ONE = 16;

    private static final int PIPELINED = 4;
    /** The longest form of a purge, in which a character may take three bytes. */
    private static final int FORM = 512 << 10;

    /** The name in a certificate that is made here, for clients that reach the port by other names and addresses. */
    private static final String CERTIFIED_NAME = "gosling-admin";

    private final ResourceStack open = new ResourceStack();
    private final AdminAccess access;
    private final HttpServer server;

    /**
     * Opens the port; another one if the default is in use and none was given, so that servers of one machine need no
     * more than different ports for clients.
     *
     * @param largestBody in bytes, of what is no form
     * @param members the other members, whose admin API is reached through this port
     * @throws BadConfigurationException when tokens or certificate cannot be used
     */
    public AdminServerSetup(
            SettingValues values,
            InetSocketAddress address,
            Transport transport,
            AdminApiHandler api,
            int largestBody,
            ClusterMembers members)
            throws BadConfigurationException {
        try {
            AdminTokens tokens = tokens(values);
            ReloadingTlsContext tls = tls(values, address.getAddress());
            access = new AdminAccess(api, tokens, members, Ticker.system());
            server = open.add(bind(
                    values,
                    address,
                    at -> PortBinder.bind(
                            CommonSettings.ADMIN_PORT,
                            () -> start(transport, endpoint(at, tls), access, Math.max(FORM, largestBody)))));
            Path socket = values.find(AdminSettings.SOCKET).orElse(null);
            if (socket != null) {
                ListenEndpoint endpoint = ListenEndpoint.unix(socket, values.get(AdminSettings.SOCKET_MODE));
                open.add(PortBinder.bind(
                        AdminSettings.SOCKET, () -> start(transport, endpoint, access, Math.max(FORM, largestBody))));
            }
            InetSocketAddress probes = probes(values);
            if (probes != null) {
                Handler handler = AdminAccess.probes(api, values.get(AdminSettings.PROBE_METRICS));
                open.add(PortBinder.bind(
                        AdminSettings.PROBES, () -> start(transport, ListenEndpoint.plain(probes), handler, 0)));
            }
        } catch (BadConfigurationException | RuntimeException e) {
            open.close();
            throw e;
        }
    }

    public static Response answer(ConfigurationReloader reload) {
        ConfigurationReloader.Outcome outcome = reload.run();
        int status = switch (outcome.result()) {
            case TAKEN -> 200;
            case LATER -> 202;
            case WRONG -> 422;
        };
        return Response.text(String.join("\n", outcome.lines()) + "\n").withStatus(status);
    }

    /**
     * Checks the files that the settings name, as the constructor does, but makes none.
     *
     * @throws BadConfigurationException when they cannot be used
     */
    public static void require(SettingValues values) throws BadConfigurationException {
        tokens(values);
        CertificateFiles files = certificate(values);
        if (files != null && Files.exists(files.chain())) {
            open(values, files).close();
        }
    }

    /** Answers the requests that other members pass on to this one. */
    public Handler forMembers() {
        return access::forMember;
    }

    public InetSocketAddress address() {
        return server.address();
    }

    private static HttpServer bind(
            SettingValues values, InetSocketAddress address, Function<InetSocketAddress, HttpServer> port) {
        try {
            return port.apply(address);
        } catch (CommandFailureException e) {
            if (values.isGiven(CommonSettings.ADMIN_PORT)) {
                throw e;
            }
            HttpServer other = port.apply(new InetSocketAddress(address.getAddress(), 0));
            LOG.log(
                    Level.WARNING,
                    "{0}: the admin port is {1}; give --admin-port to choose one",
                    e.getMessage(),
                    PortBinder.text(other.address()));
            return other;
        }
    }

    private static ListenEndpoint endpoint(InetSocketAddress address, @Nullable ReloadingTlsContext tls) {
        return tls == null ? ListenEndpoint.plain(address) : ListenEndpoint.secure(address, tls);
    }

    static HttpLimits limits(SocketAddress address) {
        boolean reachable =
                address instanceof InetSocketAddress inet && !inet.getAddress().isLoopbackAddress();
        return HttpLimits.defaults()
                .with(HttpLimits.CONNECTIONS, reachable ? REACHABLE_CONNECTIONS : CONNECTIONS)
                .with(HttpLimits.ADDRESS_CONNECTIONS, reachable ? CONNECTIONS_OF_ONE : 0)
                .with(HttpLimits.PIPELINED, PIPELINED);
    }

    private static HttpServer start(Transport transport, ListenEndpoint endpoint, Handler handler, int largestBody)
            throws IOException {
        return HttpServer.start(
                transport,
                List.of(endpoint),
                limits(endpoint.address()).with(HttpLimits.BODY, (long) largestBody),
                CachedDocumentLookup.none(),
                handler,
                CompletedResponseListener.none(),
                null,
                Ticker.system());
    }

    private static @Nullable InetSocketAddress probes(SettingValues values) throws BadConfigurationException {
        HostPort given = values.find(AdminSettings.PROBES).orElse(null);
        return given == null
                ? null
                : new InetSocketAddress(
                        ListenAddresses.address(values, AdminSettings.PROBES, given.host()), given.port());
    }

    private static @Nullable AdminTokens tokens(SettingValues values) throws BadConfigurationException {
        Path file = values.find(AdminSettings.TOKENS).orElse(null);
        if (file == null) {
            return null;
        }
        try {
            AdminTokens tokens = AdminTokens.at(file);
            warn("tokens: ", file, "add tokens or try to find one");
            return tokens;
        } catch (NoSuchFileException e) {
            throw wrong(values, AdminSettings.TOKENS, file + ": no such file; make it with gosling token create");
        } catch (IOException | IllegalArgumentException e) {
            throw wrong(values, AdminSettings.TOKENS, String.valueOf(e.getMessage()));
        }
    }

    private @Nullable ReloadingTlsContext tls(SettingValues values, InetAddress address)
            throws BadConfigurationException {
        CertificateFiles files = certificate(values);
        if (files == null) {
            return null;
        }
        try {
            if (Files.notExists(files.chain()) && files.chain().equals(files.key())) {
                List<InetAddress> addresses = address.isAnyLocalAddress() ? List.of() : List.of(address);
                SelfSignedCertificate.write(
                        files.chain(), List.of(CERTIFIED_NAME, "localhost"), addresses, Instant.now());
                LOG.log(Level.INFO, "made the certificate of the admin port, {0}", files.chain());
            }
            warn("private key: ", files.key(), "pretend to be this server");
            ReloadingTlsContext tls = open.add(open(values, files));
            LOG.log(
                    Level.INFO,
                    "admin port: TLS with the certificate {0}",
                    SelfSignedCertificate.fingerprint(files.chain()));
            return tls;
        } catch (IOException e) {
            throw wrong(values, AdminSettings.CERTIFICATE, String.valueOf(e.getMessage()));
        }
    }

    private static ReloadingTlsContext open(SettingValues values, CertificateFiles files)
            throws BadConfigurationException {
        TlsSettings settings = TlsSettings.of(files)
                .with(TlsSettings.PROVIDER, values.get(TlsSettings.PROVIDER))
                .with(TlsSettings.OLDEST, values.get(TlsSettings.OLDEST));
        Path clients = values.find(AdminSettings.CLIENT_CERTIFICATES).orElse(null);
        if (clients != null) {
            settings = settings.with(TlsSettings.CLIENT_CERTIFICATES, clients).with(TlsSettings.CLIENT_NEED, false);
        }
        try {
            return ReloadingTlsContext.open(settings, Ticker.system(), InstantSource.system());
        } catch (IOException e) {
            throw wrong(values, AdminSettings.CERTIFICATE, String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            throw wrong(values, TlsSettings.PROVIDER, String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable CertificateFiles certificate(SettingValues values) throws BadConfigurationException {
        Path key = values.find(AdminSettings.PRIVATE_KEY).orElse(null);
        Path chain = values.find(AdminSettings.CERTIFICATE).orElse(null);
        if (chain == null && key != null) {
            throw wrong(
                    values,
                    AdminSettings.PRIVATE_KEY,
                    "given without " + AdminSettings.CERTIFICATE.flag() + "; expected both or none");
        }
        if (values.isGiven(AdminSettings.CLIENT_CERTIFICATES)
                && (chain == null || !values.isGiven(AdminSettings.TOKENS))) {
            throw wrong(
                    values,
                    AdminSettings.CLIENT_CERTIFICATES,
                    "given without " + AdminSettings.CERTIFICATE.flag() + " or " + AdminSettings.TOKENS.flag()
                            + "; expected all or none");
        }
        return chain == null ? null : new CertificateFiles(chain, key == null ? chain : key);
    }

    private static void warn(String what, Path file, String danger) throws IOException {
        FilePermissionCheck.weakness(what, file, danger).ifPresent(said -> LOG.log(Level.WARNING, said));
    }

    private static BadConfigurationException wrong(SettingValues values, Setting<?> setting, String problem) {
        return new BadConfigurationException(values.where(setting) + problem);
    }

    @Override
    public void close() {
        open.close();
    }
}
