package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import io.gosling.tools.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The reference server. Files are read into buffers, or given to sendfile: with sendfile it stalls on some loopbacks
 * when files are large or requests are pipelined, and over TLS there is none; elsewhere the better of the two counts.
 */
record Nginx(boolean sendfile) implements WebServer {
    static final String NAME = "nginx";
    static final List<String> NAMES = List.of(NAME, "nginx sendfile");

    private static final Set<PeerRow> EITHER_WAY = Set.of(
            PeerRow.KB_1,
            PeerRow.KB_10,
            PeerRow.KB_100,
            PeerRow.CLOSE,
            PeerRow.LOG,
            PeerRow.SITES,
            PeerRow.COLD,
            PeerRow.COLD_START);
    private static final Set<PeerRow> WITH_BUFFERS =
            Set.of(PeerRow.MB_1, PeerRow.PIPELINED, PeerRow.HTTP2, PeerRow.TLS, PeerRow.IDLE);

    @Override
    public String label() {
        return NAMES.get(sendfile ? 1 : 0);
    }

    @Override
    public Optional<String> version() throws IOException, InterruptedException {
        return Programs.installed("-v", "nginx");
    }

    @Override
    public boolean takesPart(PeerRow row) {
        return EITHER_WAY.contains(row) || (!sendfile && WITH_BUFFERS.contains(row));
    }

    @Override
    public boolean needed() {
        return !sendfile;
    }

    @Override
    public Launch prepare(Site site) throws IOException {
        Path own = site.own();
        boolean two = site.dress() == Dress.TWO_SITES;
        String second = two ? Template.fill("nginx-second.conf", site.values("names", Dress.SECOND_HOST)) : "";
        Path file = Template.write(
                own,
                "nginx.conf",
                site.values(
                        "log",
                        site.dress() == Dress.ACCESS_LOG
                                ? "access_log " + own.resolve("access.log") + " combined buffer=64k flush=1s;"
                                : "access_log off;",
                        "body",
                        sendfile ? "sendfile on; tcp_nopush on;" : "sendfile off; output_buffers 1 256k;",
                        "opened",
                        site.dress() == Dress.LITTLE_MEMORY
                                ? "off;"
                                : "max=1000 inactive=600s; open_file_cache_valid 600s;",
                        "names",
                        two ? Dress.FIRST_HOST : "localhost",
                        "second",
                        second));
        return Launch.of(Programs.find("nginx").orElseThrow(), "-p", own, "-e", own.resolve("error.log"), "-c", file);
    }
}
