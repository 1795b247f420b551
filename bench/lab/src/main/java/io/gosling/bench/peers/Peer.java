package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import io.gosling.tools.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The other servers, each with one worker, loop or thread. Caches have nginx as their origin, whose time is not
 * counted.
 */
enum Peer implements WebServer {
    H2O("-v", "h2o") {
        @Override
        public Launch prepare(Site site) throws IOException {
            String user = asRoot() ? "user: root" : "";
            return Launch.of(program(), "-c", Template.write(site.own(), "h2o.conf", site.values("user", user)));
        }
    },
    VARNISH("-V", "varnishd") {
        @Override
        public Launch prepare(Site site) {
            String addresses = "-a 127.0.0.1:" + site.address().plain() + " -b 127.0.0.1:" + site.origin();
            Path own = site.own().resolve("varnish");
            return Launch.of(program(), "-F", addresses, "-n", own, "-j none -s malloc,256m -p thread_pools=1");
        }
    },
    HAPROXY("-v", "haproxy") {
        @Override
        public Launch prepare(Site site) throws IOException {
            return Launch.of(program(), "-f", Template.write(site.own(), "haproxy.cfg", site.values()));
        }
    },
    CADDY("version", "caddy") {
        @Override
        public Launch prepare(Site site) throws IOException {
            Path file = Template.write(site.own(), "Caddyfile", site.values());
            String own = site.own().toString();
            return new Launch(
                    Launch.of(program(), "run --adapter caddyfile --config", file)
                            .command(),
                    Map.of("HOME", own, "XDG_DATA_HOME", own, "XDG_CONFIG_HOME", own, "GOMAXPROCS", "1"));
        }
    },
    HTTPD("-v", "httpd", "apache2") {
        @Override
        public Launch prepare(Site site) throws IOException {
            String user = asRoot() ? "User nobody\nGroup #65534" : "";
            String modules = modules("mpm_event", "authz_core", "socache_shmcb", "ssl", "http2");
            Path file = Template.write(site.own(), "httpd.conf", site.values("user", user, "modules", modules));
            return Launch.of(program(), "-DFOREGROUND", "-f", file);
        }
    };

    private static final Set<PeerRow> PLAIN =
            Set.of(PeerRow.KB_1, PeerRow.KB_10, PeerRow.KB_100, PeerRow.MB_1, PeerRow.PIPELINED, PeerRow.CLOSE);
    private static final Set<PeerRow> SECURE = Set.of(PeerRow.TLS, PeerRow.HTTP2);

    private final String versionFlag;
    private final String[] programs;

    Peer(String versionFlag, String... programs) {
        this.versionFlag = versionFlag;
        this.programs = programs;
    }

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Optional<String> version() throws IOException, InterruptedException {
        return Programs.installed(versionFlag, programs);
    }

    @Override
    public boolean takesPart(PeerRow row) {
        return PLAIN.contains(row) || (SECURE.contains(row) && this != VARNISH);
    }

    @Override
    public boolean wantsOrigin() {
        return this == VARNISH || this == HAPROXY;
    }

    Path program() {
        return Programs.find(programs).orElseThrow();
    }

    static boolean asRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** The lines that load modules of httpd, wherever they lie; those that are built in need none. */
    String modules(String... names) throws IOException {
        Path prefix = program().toRealPath().resolve("../..").normalize();
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
