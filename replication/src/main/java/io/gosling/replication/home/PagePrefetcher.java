package io.gosling.replication.home;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.LookupResult;
import io.gosling.document.Ticker;
import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.ReplicationCounts;
import io.gosling.replication.members.ReplicationCounts.Event;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Prefetches into memory the pages that a page leads to: one after the other, on a thread of its own, and each at most
 * once in ten seconds. Pages beyond the bound of the list are ignored. Any thread may offer.
 */
public final class PagePrefetcher implements AutoCloseable {
    private static final Logger LOG = System.getLogger(PagePrefetcher.class.getName());
    /** Pages whose links are waiting to be followed. */
    private static final int WAITING = 256;
    /** Documents whose fetch times are remembered. */
    private static final int REMEMBERED = 10_000;

    private static final Duration REST = Duration.ofSeconds(10);
    private static final Duration LAST = Duration.ofSeconds(2);

    private final DocumentSource source;
    private final ReplicationCounts counts;
    private final Ticker ticker;
    private final BlockingQueue<Page> waiting = new ArrayBlockingQueue<>(WAITING);
    private final @Nullable Thread thread;
    /** Fetch times by path, the oldest first; owned by the thread. */
    private final Map<String, Long> brought = new LinkedHashMap<>();

    private volatile boolean closed;

    /** Begins; {@code wanted} is false to prefetch nothing. */
    public PagePrefetcher(DocumentSource source, ReplicationCounts counts, Ticker ticker, boolean wanted) {
        this.source = source;
        this.counts = counts;
        this.ticker = ticker;
        this.thread =
                wanted ? Thread.ofPlatform().name("gosling-prefetch").daemon().start(this::bring) : null;
    }

    /** This page, which was not in memory, was sent to a client. */
    public void after(Page page) {
        if (thread != null && !page.next().isEmpty() && !waiting.offer(page)) {
            counts.count(Event.NOT_PREFETCHED);
        }
    }

    private void bring() {
        try {
            while (!closed) {
                for (String path : waiting.take().next()) {
                    if (!closed && isDue(path)) {
                        bring(path);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isDue(String path) {
        long now = ticker.nanos();
        Long before = brought.get(path);
        if (before != null && now - before < REST.toNanos()) {
            return false;
        }
        brought.remove(path);
        brought.put(path, now);
        if (brought.size() > REMEMBERED) {
            brought.remove(brought.keySet().iterator().next());
        }
        return true;
    }

    private void bring(String path) {
        try {
            if (source.find(DocumentPath.parse(path)) instanceof LookupResult.Found found) {
                found.document().close();
                counts.count(Event.PREFETCHED);
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "{0} cannot be prefetched: {1}", path, e);
        }
    }

    /** Lets fetches in progress finish. */
    @Override
    public void close() {
        closed = true;
        if (thread == null) {
            return;
        }
        thread.interrupt();
        try {
            thread.join(LAST);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
