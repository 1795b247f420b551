package io.gosling.bench.peers;

import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProgramFinder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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

    static final ComparedServer VARNISH = peer("varnish", "-V", PLAIN, NGINX, "varnishd", (program, site) -> {
        String addresses = "-a 127.0.0.1:" + site.address().plain() + " -b 127.0.0.1:" + site.origin();
        Path own = site.own().resolve("varnish");
        return LaunchCommand.of(program, "-F", addresses, "-n", own, "-j none -s malloc,256m -p thread_pools=1");
    });

    static final ComparedServer HAPROXY = peer(
            "haproxy",
            "-v",
            ALSO_SECURE,
            NGINX,
            "haproxy",
            (program, site) -> LaunchCommand.of(program, "-f", site.write("haproxy.cfg")));

    /** All but nginx. */
    static final List<ComparedServer> PEERS = List.of(VARNISH, HAPROXY);

    /** As proxies without a cache, with kept connections on both sides. */
    static final ComparedServer NGINX_PROXY =
            peer("nginx", "-v", EnumSet.allOf(ComparisonRow.class), NGINX, "nginx", (program, site) -> {
                return nginx(program, site, site.write("nginx-proxy.conf"));
            });

    static final ComparedServer HAPROXY_PROXY = peer(
            "haproxy",
            "-v",
            EnumSet.allOf(ComparisonRow.class),
            NGINX,
            "haproxy",
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
            String program,
            Configuring how) {
        return new ComparedServer(
                label,
                rows,
                false,
                origin,
                null,
                () -> ProgramFinder.installed(versionFlag, program),
                site -> how.launch(ProgramFinder.find(program).orElseThrow(), site));
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
}
