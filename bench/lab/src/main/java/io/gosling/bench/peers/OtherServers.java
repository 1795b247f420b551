package io.gosling.bench.peers;

import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProgramFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The other servers, each with one worker, loop or thread. Caches and proxies have nginx as their origin, whose time is
 * not counted.
 */
final class OtherServers {
    private static final Set<ComparisonRow> PLAIN = Set.of(
            ComparisonRow.KB_1,
            ComparisonRow.KB_10,
            ComparisonRow.KB_100,
            ComparisonRow.MB_1,
            ComparisonRow.PIPELINED,
            ComparisonRow.CLOSE);
    private static final Set<ComparisonRow> ALSO_SECURE = with(PLAIN, ComparisonRow.TLS, ComparisonRow.HTTP2);
    private static final Set<ComparisonRow> WITH_SENDFILE = Set.of(
            ComparisonRow.KB_1,
            ComparisonRow.KB_10,
            ComparisonRow.KB_100,
            ComparisonRow.CLOSE,
            ComparisonRow.LOG,
            ComparisonRow.SITES,
            ComparisonRow.COLD,
            ComparisonRow.COLD_START);
    private static final Set<ComparisonRow> WITH_BUFFERS = with(
            WITH_SENDFILE,
            ComparisonRow.MB_1,
            ComparisonRow.PIPELINED,
            ComparisonRow.HTTP2,
            ComparisonRow.TLS,
            ComparisonRow.IDLE);

    /**
     * The reference server. Files are read into buffers, or given to sendfile: with sendfile it stalls on some
     * loopbacks when files are large or requests are pipelined, and over TLS there is none; elsewhere the better of the
     * two counts.
     */
    static final ComparedServer NGINX = nginx("nginx", false);

    static final ComparedServer NGINX_SENDFILE = nginx("nginx sendfile", true);

    private static final ComparedServer H2O = peer("h2o", "-v", ALSO_SECURE, null, List.of("h2o"), (program, site) -> {
        Path file = site.write("h2o.conf", "user", asRoot() ? "user: root" : "");
        return LaunchCommand.of(program, "-c", file);
    });

    static final ComparedServer VARNISH = peer("varnish", "-V", PLAIN, NGINX, List.of("varnishd"), (program, site) -> {
        String addresses = "-a 127.0.0.1:" + site.address().plain() + " -b 127.0.0.1:" + site.origin();
        Path own = site.own().resolve("varnish");
        return LaunchCommand.of(program, "-F", addresses, "-n", own, "-j none -s malloc,256m -p thread_pools=1");
    });

    static final ComparedServer HAPROXY = peer(
            "haproxy",
            "-v",
            ALSO_SECURE,
            NGINX,
            List.of("haproxy"),
            (program, site) -> LaunchCommand.of(program, "-f", site.write("haproxy.cfg")));

    private static final ComparedServer CADDY =
            peer("caddy", "version", ALSO_SECURE, null, List.of("caddy"), (program, site) -> {
                LaunchCommand plain =
                        LaunchCommand.of(program, "run --adapter caddyfile --config", site.write("Caddyfile"));
                String own = site.own().toString();
                return new LaunchCommand(
                        plain.command(),
                        Map.of("HOME", own, "XDG_DATA_HOME", own, "XDG_CONFIG_HOME", own, "GOMAXPROCS", "1"));
            });

    private static final ComparedServer HTTPD =
            peer("httpd", "-v", ALSO_SECURE, null, List.of("httpd", "apache2"), (program, site) -> {
                String user = asRoot() ? "User nobody\nGroup #65534" : "";
                String modules = modules(program, "mpm_event", "authz_core", "socache_shmcb", "ssl", "http2");
                return LaunchCommand.of(
                        program, "-DFOREGROUND", "-f", site.write("httpd.conf", "user", user, "modules", modules));
            });

    /** All but nginx. */
    static final List<ComparedServer> PEERS = List.of(H2O, VARNISH, HAPROXY, CADDY, HTTPD);

    /** As proxies without a cache, with kept connections on both sides. */
    static final ComparedServer NGINX_PROXY =
            peer("nginx", "-v", EnumSet.allOf(ComparisonRow.class), NGINX, List.of("nginx"), (program, site) -> {
                return nginx(program, site, site.write("nginx-proxy.conf"));
            });

    static final ComparedServer HAPROXY_PROXY = peer(
            "haproxy",
            "-v",
            EnumSet.allOf(ComparisonRow.class),
            NGINX,
            List.of("haproxy"),
            (program, site) -> LaunchCommand.of(program, "-f", site.write("haproxy-proxy.cfg")));

    static final ComparedServer HAPROXY_AND_VARNISH = HAPROXY_PROXY.before("haproxy + varnish", VARNISH);

    private OtherServers() {}

    private interface Configuring {
        LaunchCommand launch(Path program, ComparedServer.Site site) throws IOException;
    }

    private static ComparedServer peer(
            String label,
            String versionFlag,
            Set<ComparisonRow> rows,
            @Nullable ComparedServer origin,
            List<String> programs,
            Configuring how) {
        String[] names = programs.toArray(String[]::new);
        return new ComparedServer(
                label,
                rows,
                false,
                origin,
                null,
                () -> ProgramFinder.installed(versionFlag, names),
                site -> how.launch(ProgramFinder.find(names).orElseThrow(), site));
    }

    private static ComparedServer nginx(String label, boolean sendfile) {
        return new ComparedServer(
                label,
                sendfile ? WITH_SENDFILE : WITH_BUFFERS,
                !sendfile,
                null,
                null,
                () -> ProgramFinder.installed("-v", "nginx"),
                site -> {
                    boolean two = site.dress() == ServerVariant.TWO_SITES;
                    Path log = site.own().resolve("access.log");
                    Path file = site.write(
                            "nginx.conf",
                            "log",
                            site.dress() == ServerVariant.ACCESS_LOG
                                    ? "access_log " + log + " combined buffer=64k flush=1s;"
                                    : "access_log off;",
                            "body",
                            sendfile ? "sendfile on; tcp_nopush on;" : "sendfile off; output_buffers 1 256k;",
                            "opened",
                            site.dress() == ServerVariant.LITTLE_MEMORY
                                    ? "off;"
                                    : "max=1000 inactive=600s; open_file_cache_valid 600s;",
                            "names",
                            two ? ServerVariant.FIRST_HOST : "localhost",
                            "second",
                            two
                                    ? ConfigurationTemplateFiller.fill(
                                            "nginx-second.conf", site.values("names", ServerVariant.SECOND_HOST))
                                    : "");
                    return nginx(ProgramFinder.find("nginx").orElseThrow(), site, file);
                });
    }

    private static LaunchCommand nginx(Path program, ComparedServer.Site site, Path file) {
        Path own = site.own();
        return LaunchCommand.of(program, "-p", own, "-e", own.resolve("error.log"), "-c", file);
    }

    private static Set<ComparisonRow> with(Set<ComparisonRow> rows, ComparisonRow... more) {
        Set<ComparisonRow> all = EnumSet.copyOf(rows);
        all.addAll(List.of(more));
        return all;
    }

    private static boolean asRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** The lines that load modules of httpd, wherever they lie; those that are built in need none. */
    private static String modules(Path program, String... names) throws IOException {
        Path prefix = program.toRealPath().resolve("../..").normalize();
        List<Path> folders = Stream.of("lib/apache2/modules", "lib64/httpd/modules", "lib/httpd/modules", "modules")
                .map(prefix::resolve)
                .toList();
        return Stream.of(names)
                .flatMap(name -> folders.stream()
                        .map(folder -> folder.resolve("mod_" + name + ".so"))
                        .filter(Files::isRegularFile)
                        .limit(1)
                        .map(module -> "LoadModule " + name + "_module " + module))
                .collect(Collectors.joining("\n"));
    }
}
