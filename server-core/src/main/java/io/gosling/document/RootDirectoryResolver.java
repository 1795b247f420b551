package io.gosling.document;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The directory that a name leads to now. The links in the name are followed again once a second, so that a release
 * that is switched by a link is served, and a directory that has gone is noticed. Safe for use by many threads; blocks.
 */
final class RootDirectoryResolver {
    private static final System.Logger LOG = System.getLogger(RootDirectoryResolver.class.getName());
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time between two looks while files are requested that do not exist: their directory may have gone. */
    private static final long ABSENT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Path name;
    private final Ticker ticker;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile Seen seen;

    /** @param real without links; of an earlier look while there is an obstacle */
    private record Seen(Path real, @Nullable String obstacle, long nanos) {}

    /** @throws IOException when the name leads to no directory */
    RootDirectoryResolver(Path name, Ticker ticker) throws IOException {
        this.name = name.toAbsolutePath();
        this.ticker = ticker;
        this.seen = new Seen(follow(this.name), null, ticker.nanos());
    }

    /**
     * Returns the directory without links, as of the last second.
     *
     * @throws IOException when the name leads to no directory
     */
    Path real() throws IOException {
        Seen now = look(seen.obstacle == null ? LOOK_NANOS : 0);
        if (now.obstacle != null) {
            throw new IOException(now.obstacle);
        }
        return now.real;
    }

    /** Returns true if the name leads elsewhere by now, or nowhere; asked where a file was not found. */
    boolean leadsElsewhere(Path directory) {
        Seen now = look(ABSENT_NANOS);
        return now.obstacle != null || !now.real.equals(directory);
    }

    /** Returns the reason why no file can be found now; null for none. */
    @Nullable
    String obstacle() {
        return look(0).obstacle;
    }

    private Seen look(long afterNanos) {
        Seen before = seen;
        long now = ticker.nanos();
        if (now - before.nanos < afterNanos || !looking.compareAndSet(false, true)) {
            return before;
        }
        try {
            seen = new Seen(follow(name), null, now);
            if (before.obstacle != null || !seen.real.equals(before.real)) {
                LOG.log(Level.INFO, "{0} leads to {1} now", name, seen.real);
            }
        } catch (IOException e) {
            seen = new Seen(before.real, "the directory " + name + " cannot be reached: " + e, now);
            if (before.obstacle == null) {
                LOG.log(Level.WARNING, "{0}; its documents are answered 503 until it is back", seen.obstacle);
            }
        } finally {
            looking.set(false);
        }
        return seen;
    }

    private static Path follow(Path name) throws IOException {
        Path real = name.toRealPath();
        if (!Files.isDirectory(real)) {
            throw new NotDirectoryException(name + " is a file; a site needs a directory");
        }
        return real;
    }
}
