package io.gosling.node.process;

import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.node.configuration.FilePermissionCheck;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.HttpsSettings;
import io.gosling.node.settings.UnixAndProxySettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** HTTPS as configured. Owns the certificates; closed after the listeners. */
public record HttpsSetup(SettingValues values, @Nullable ReloadingTlsContext tls) implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HttpsSetup.class.getName());
    private static final Duration LEAST_FOR_PRELOAD = Duration.ofDays(365);
    private static final List<Setting<Path>> FILES =
            List.of(TlsSettings.CERTIFICATE, TlsSettings.PRIVATE_KEY, TlsSettings.CLIENT_CERTIFICATES);

    /**
     * Reads the certificates, if there are any; logs once which provider does the cryptography.
     *
     * @throws BadConfigurationException when settings do not go together or a file cannot be used
     */
    public static HttpsSetup open(SettingValues values) throws BadConfigurationException {
        HttpsSetup https = read(values);
        if (https.tls != null) {
            LOG.log(System.Logger.Level.INFO, "HTTPS: {0}", https.tls.describe());
        }
        return https;
    }

    /**
     * Checks that settings go together and that the files they name can be used, as {@link #open} does.
     *
     * @throws BadConfigurationException when settings do not go together or a file cannot be used
     */
    public static void require(SettingValues values) throws BadConfigurationException {
        read(values).close();
    }

    private static HttpsSetup read(SettingValues values) throws BadConfigurationException {
        TlsSettings settings = settings(values);
        if (settings == null) {
            return new HttpsSetup(values, null);
        }
        try {
            ReloadingTlsContext tls = ReloadingTlsContext.open(settings, Ticker.system(), InstantSource.system());
            warn(settings);
            return new HttpsSetup(values, tls);
        } catch (IOException e) {
            throw unusable(values, e);
        } catch (IllegalStateException e) {
            throw new BadConfigurationException(values.where(TlsSettings.PROVIDER) + e.getMessage());
        }
    }

    private static void warn(TlsSettings settings) throws IOException {
        for (CertificateFiles files : settings.certificates()) {
            FilePermissionCheck.weakness("private key: ", files.key(), "pretend to be this server")
                    .ifPresent(said -> LOG.log(System.Logger.Level.WARNING, said));
        }
    }

    /**
     * The endpoints on which the server listens for clients: the plain port unless it only redirects, the secure one,
     * and the file of a Unix socket.
     */
    public List<ListenEndpoint> endpoints(InetSocketAddress plain) {
        List<ListenEndpoint> endpoints = new ArrayList<>();
        if (!redirects()) {
            endpoints.add(ListenEndpoint.plain(plain));
        }
        if (tls != null) {
            InetSocketAddress secure = new InetSocketAddress(plain.getAddress(), values.get(HttpsSettings.PORT));
            endpoints.add(ListenEndpoint.secure(secure, tls).withFields(hsts(values)));
        }
        Set<PosixFilePermission> mode = values.get(UnixAndProxySettings.UNIX_SOCKET_MODE);
        values.find(UnixAndProxySettings.UNIX_SOCKET).ifPresent(file -> endpoints.add(ListenEndpoint.unix(file, mode)));
        return endpoints.stream().map(this::withProtocols).toList();
    }

    public List<ListenEndpoint> redirecting(InetSocketAddress plain) {
        return List.of(ListenEndpoint.plain(plain).withProxies(UnixAndProxySettings.proxies(values)));
    }

    private ListenEndpoint withProtocols(ListenEndpoint endpoint) {
        return endpoint.withHttp2(new Http2Limits(values), values.get(Http2Limits.PRIOR_KNOWLEDGE))
                .withProxies(UnixAndProxySettings.proxies(values));
    }

    String flags() {
        List<String> flags = new ArrayList<>();
        if (!redirects()) {
            flags.add(CommonSettings.PORT.flag());
        }
        if (tls != null) {
            flags.add(HttpsSettings.PORT.flag());
        }
        if (values.isGiven(UnixAndProxySettings.UNIX_SOCKET)) {
            flags.add(UnixAndProxySettings.UNIX_SOCKET.flag());
        }
        return String.join(", ", flags);
    }

    public boolean redirects() {
        return tls != null && values.get(HttpsSettings.REDIRECT);
    }

    /** The port that redirects name. */
    public int redirectPort(InetSocketAddress secure) {
        int given = values.get(HttpsSettings.REDIRECT_PORT);
        return given == 0 ? secure.getPort() : given;
    }

    /** Of the bound addresses of {@link #endpoints}, the secure one, or null. */
    @Nullable
    public InetSocketAddress secure(List<InetSocketAddress> bound) {
        return tls == null ? null : bound.getLast();
    }

    /** The part that may change while the process runs: nothing without HTTPS. */
    public ReloadablePart part() {
        return tls == null
                ? ReloadablePart.check(HttpsSetup::settings)
                : new ReloadablePart(TlsSettings.LIVE, read -> change(tls, read));
    }

    private static Runnable change(ReloadingTlsContext tls, SettingValues read) throws BadConfigurationException {
        TlsSettings other = settings(read);
        if (other == null) {
            throw new BadConfigurationException(
                    HttpsSettings.PORT.flag() + ": missing; expected as before: HTTPS is turned off by a restart");
        }
        try {
            Runnable change =
                    tls.change(tls.settings().of(tls.settings().values().taking(TlsSettings.LIVE, other.values())));
            warn(other);
            return change;
        } catch (IOException e) {
            throw unusable(read, e);
        }
    }

    @Override
    public void close() {
        if (tls != null) {
            tls.close();
        }
    }

    /**
     * The settings of the listener, or null when there is no HTTPS.
     *
     * @throws BadConfigurationException when values that are each within bounds do not go together
     */
    public static @Nullable TlsSettings settings(SettingValues values) throws BadConfigurationException {
        if (values.isGiven(TlsSettings.PRIVATE_KEY) && !values.isGiven(TlsSettings.CERTIFICATE)) {
            throw new BadConfigurationException(values.where(TlsSettings.PRIVATE_KEY) + "value \""
                    + values.find(TlsSettings.PRIVATE_KEY).orElseThrow()
                    + "\"; expected together with --certificate");
        }
        if (!values.isGiven(HttpsSettings.PORT)) {
            requireNone(values);
            return null;
        }
        if (!values.isGiven(TlsSettings.CERTIFICATE)
                && values.find(TlsSettings.CERTIFICATES).orElse(Map.of()).isEmpty()) {
            throw new BadConfigurationException(
                    "--certificate: missing; expected with --https-port: a PEM file with the server's certificate");
        }
        requirePreload(values);
        return new TlsSettings(values);
    }

    private static void requireNone(SettingValues values) throws BadConfigurationException {
        for (Setting<?> setting : List.of(
                TlsSettings.CERTIFICATE,
                TlsSettings.CERTIFICATES,
                TlsSettings.CLIENT_CERTIFICATES,
                HttpsSettings.REDIRECT,
                HttpsSettings.HSTS)) {
            if (values.isGiven(setting) && !values.find(setting).equals(Optional.of(false))) {
                throw new BadConfigurationException(values.where(setting)
                        + "given without --https-port, so there is no HTTPS; expected both or none");
            }
        }
    }

    /** The header for every secure response (RFC 6797), or none. */
    private static Headers hsts(SettingValues values) {
        Duration age = values.get(HttpsSettings.HSTS);
        if (age.isZero()) {
            return Headers.empty();
        }
        return Headers.of(
                "Strict-Transport-Security",
                "max-age=" + age.toSeconds()
                        + (values.get(HttpsSettings.HSTS_SUBDOMAINS) ? "; includeSubDomains" : "")
                        + (values.get(HttpsSettings.HSTS_PRELOAD) ? "; preload" : ""));
    }

    /** Refuses preloading with less than browsers' preload lists require. */
    private static void requirePreload(SettingValues values) throws BadConfigurationException {
        boolean enough = values.get(HttpsSettings.HSTS).compareTo(LEAST_FOR_PRELOAD) >= 0
                && values.get(HttpsSettings.HSTS_SUBDOMAINS);
        if (values.get(HttpsSettings.HSTS_PRELOAD) && !enough) {
            throw new BadConfigurationException(values.where(HttpsSettings.HSTS_PRELOAD)
                    + "value \"on\"; expected with --hsts-max-age 365d or more and --hsts-subdomains on, without which"
                    + " no browser's list takes the name");
        }
    }

    /** A complaint about a file, with the setting that names it. */
    private static BadConfigurationException unusable(SettingValues values, IOException e) {
        Setting<?> setting = e instanceof FileSystemException file ? naming(values, Path.of(file.getFile())) : null;
        return new BadConfigurationException((setting == null ? "" : values.where(setting)) + e.getMessage());
    }

    private static @Nullable Setting<?> naming(SettingValues values, Path file) {
        for (Setting<Path> one : FILES) {
            if (values.find(one).filter(file::equals).isPresent()) {
                return one;
            }
        }
        return values.isGiven(TlsSettings.CERTIFICATES) ? TlsSettings.CERTIFICATES : null;
    }
}
