package io.gosling.replication.home;

import io.gosling.document.Ticker;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.site.LinkGraphFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the link graph of a site in a file, so that a restart reads only the pages that have changed since. A site may
 * change at each scan, and its graph take hundreds of megabytes: it is written once a minute at most, and changes in a
 * server's last minute are read again by the next one. Owned by the thread that scans.
 */
public final class LinkGraphPersistence {
    private static final Logger LOG = System.getLogger(LinkGraphPersistence.class.getName());
    private static final long REST_NANOS = Duration.ofMinutes(1).toNanos();

    private final @Nullable LinkGraphFile file;
    private final Ticker ticker;
    private @Nullable LinkGraph written;
    private boolean failed;
    private long triedNanos;

    /** @param file null for none */
    public LinkGraphPersistence(@Nullable LinkGraphFile file, Ticker ticker) {
        this.file = file;
        this.ticker = ticker;
        this.triedNanos = ticker.nanos() - REST_NANOS;
    }

    /** The graph of an earlier process; empty if there is none, or if the file is not valid, which is logged. */
    LinkGraph read() {
        if (file == null) {
            return LinkGraph.empty();
        }
        LinkGraphFile.Remembered found = file.read();
        if (!found.complaint().isEmpty()) {
            LOG.log(Level.WARNING, "replication.graph-file: {0}", found.complaint());
        }
        return found.graph();
    }

    /** Writes the graph after a scan, if it has changed and the last write is long enough ago. */
    void keep(LinkGraph graph) {
        long now = ticker.nanos();
        if (file == null || graph == written || now - triedNanos < REST_NANOS) {
            return;
        }
        triedNanos = now;
        try {
            file.write(graph);
            written = graph;
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                LOG.log(
                        Level.WARNING,
                        "replication.graph-file cannot be written; until it is, a start reads all pages",
                        e);
            }
            failed = true;
        }
    }
}
