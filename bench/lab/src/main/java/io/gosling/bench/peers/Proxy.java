package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import io.gosling.tools.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Other servers as proxies without a cache, each with one worker or thread and kept connections on both sides. */
enum Proxy implements WebServer {
    NGINX {
        @Override
        public Launch prepare(Site site) throws IOException {
            Path own = site.own();
            Path file = Template.write(own, "nginx-proxy.conf", site.values());
            return Launch.of(program(), "-p", own, "-e", own.resolve("error.log"), "-c", file);
        }
    },
    HAPROXY {
        @Override
        public Launch prepare(Site site) throws IOException {
            return Launch.of(program(), "-f", Template.write(site.own(), "haproxy-proxy.cfg", site.values()));
        }
    };

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Optional<String> version() throws IOException, InterruptedException {
        return Programs.installed("-v", label());
    }

    @Override
    public boolean takesPart(PeerRow row) {
        return true;
    }

    @Override
    public boolean wantsOrigin() {
        return true;
    }

    Path program() {
        return Programs.find(label()).orElseThrow();
    }
}
