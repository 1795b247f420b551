package io.gosling.tools.load;

import io.gosling.tools.load.BrowserConnection.Fetched;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A browser: loads pages, and caches what it has fetched until it is closed. Used by one thread. */
final class SimulatedBrowser implements AutoCloseable {
    /** As many as browsers have to one server. */
    static final int CONNECTIONS = 6;

    private static final int REDIRECTS = 5;

    private final Supplier<BrowserConnection> tabs;
    private final LoadRunControl control;
    private final ParsedPageCache site;
    private final ArrayDeque<BrowserConnection> free = new ArrayDeque<>();
    private final Set<String> kept = new HashSet<>();

    enum How {
        WHOLE,
        /** It is no page, or something that it shows is missing. */
        BROKEN,
        NOTHING,
        OVER
    }

    /** @param links where a person may go from there */
    record Shown(How how, List<String> links) {}

    SimulatedBrowser(Supplier<BrowserConnection> tabs, LoadRunControl control, ParsedPageCache site) {
        this.tabs = tabs;
        this.control = control;
        this.site = site;
    }

    /** Fetches a page, wherever it is redirected to, and what it shows. */
    Shown show(String page) {
        Optional<String> target = Optional.of(page);
        How how = How.BROKEN;
        for (int hop = 0; hop < REDIRECTS && target.isPresent(); hop++) {
            BrowserConnection tab = tab();
            Fetched got;
            try {
                got = get(tab, target.get());
            } finally {
                free.push(tab);
            }
            if (got.status() == 200) {
                ParsedPageCache.Page read = site.of(target.get(), got);
                return new Shown(fetch(read.assets()), read.pages());
            }
            how = got.equals(Fetched.OVER) ? How.OVER : got.status() == 0 ? How.NOTHING : How.BROKEN;
            target = got.status() / 100 == 3 && !got.location().isEmpty()
                    ? site.resolve(got.location(), target.get(), Optional.empty())
                    : Optional.empty();
        }
        return new Shown(how, List.of());
    }

    private BrowserConnection tab() {
        return free.isEmpty() ? tabs.get() : free.pop();
    }

    private Fetched get(BrowserConnection tab, String target) {
        return control.take(System.nanoTime()) == LoadRunControl.OVER
                ? Fetched.OVER
                : tab.get(target.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Fetches over all connections what is not cached; what fails is requested again with the next page. */
    private How fetch(List<String> assets) {
        Queue<String> missing = new ConcurrentLinkedQueue<>();
        assets.stream().filter(kept::add).forEach(missing::add);
        int count = Math.min(CONNECTIONS, missing.size());
        AtomicBoolean going = new AtomicBoolean(true);
        Queue<String> failed = new ConcurrentLinkedQueue<>();
        List<BrowserConnection> used = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                BrowserConnection tab = tab();
                used.add(tab);
                threads.execute(() -> {
                    for (String asset = missing.poll(); asset != null && going.get(); asset = missing.poll()) {
                        Fetched got = get(tab, asset);
                        if (got.equals(Fetched.OVER)) {
                            going.set(false);
                        } else if (!got.isGood()) {
                            failed.add(asset);
                        }
                    }
                });
            }
        }
        used.forEach(free::push);
        failed.forEach(kept::remove);
        return !going.get() ? How.OVER : failed.isEmpty() ? How.WHOLE : How.BROKEN;
    }

    @Override
    public void close() {
        free.forEach(BrowserConnection::close);
    }
}
