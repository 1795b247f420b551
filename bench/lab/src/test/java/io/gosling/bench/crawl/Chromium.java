package io.gosling.bench.crawl;

import io.gosling.bench.crawl.DevTools.Event;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A headless Chromium (Debian's), which shows pages of this machine and can reach nothing else. Used by one thread. */
final class Chromium implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
    private static final String NAME = "chromium";
    /** A promise that is kept once the page has been laid out, and so has requested what only its styles name. */
    private static final String LAID_OUT = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame("
            + "() => done(document.documentElement.offsetHeight))))";

    /** The images of the page that the browser has decoded. */
    private static final String IMAGES = "[...document.images].filter(i => i.complete && i.naturalWidth > 0)"
            + ".map(i => i.currentSrc).join('\\n')";

    private final ProcessWorkspace place;
    private final Process process;
    private final DevTools tools;
    private final String page;

    /**
     * The result of loading a page in the browser.
     *
     * @param images their addresses, of those that it could decode
     * @param parts everything it fetched to show the page, by address, with the status
     * @param errors of its console: exceptions, and what could not be loaded
     */
    record Shown(Set<String> images, List<Part> parts, List<String> errors) {}

    /** A fetched resource; status 0 if there was no answer. */
    record Part(String url, int status) {}

    private Chromium(ProcessWorkspace place, Process process) throws IOException, InterruptedException {
        this.place = place;
        this.process = process;
        boolean done = false;
        try {
            Waiting.until("the browser listens", this::listens);
            tools = new DevTools(address());
            String target =
                    DevTools.text(tools.send("", "Target.createTarget", Map.of("url", "about:blank")), "targetId");
            page = DevTools.text(
                    tools.send("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true)), "sessionId");
            for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
                send(domain + ".enable", Map.of());
            }
            send("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
            // Each page is then fetched in full, whichever page led to it.
            send("Network.setCacheDisabled", Map.of("cacheDisabled", true));
            done = true;
        } finally {
            if (!done) {
                end();
            }
        }
    }

    /** Returns whether Chromium is installed here. */
    static boolean isInstalled() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, NAME)));
    }

    /** Starts a browser with a fresh profile, which the workplace ends with all else. */
    static Chromium start(ProcessWorkspace place) throws IOException, InterruptedException {
        Path profile = Files.createTempDirectory(place.directory("browser"), "profile");
        List<String> command = List.of(
                NAME,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-extensions",
                "--disable-sync",
                "--no-first-run",
                "--no-proxy-server",
                "--mute-audio",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank");
        return new Chromium(place, place.start(NAME, new LaunchCommand(command, Map.of())));
    }

    private boolean listens() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("the browser has ended: " + place.printed(NAME));
        }
        return LISTENING.matcher(place.printed(NAME)).find();
    }

    private URI address() throws IOException {
        Matcher listening = LISTENING.matcher(place.printed(NAME));
        if (!listening.find()) {
            throw new IOException("no address of the browser in: " + place.printed(NAME));
        }
        return URI.create(listening.group(1));
    }

    private Map<?, ?> send(String method, Map<String, ?> params) throws InterruptedException {
        return tools.send(page, method, params);
    }

    /** Loads a page with everything that it consists of. */
    Shown show(String url) throws InterruptedException {
        Shown shown = new Shown(new TreeSet<>(), new ArrayList<>(), new ArrayList<>());
        String loader = DevTools.text(send("Page.navigate", Map.of("url", url)), "loaderId");
        Requests requests = new Requests(shown, loader);
        while (!requests.add(tools.next())) {}
        send("Runtime.evaluate", Map.of("expression", LAID_OUT, "awaitPromise", true, "returnByValue", true));
        for (Event event = tools.poll(); event != null; event = tools.poll()) {
            requests.add(event);
        }
        while (!requests.underWay.isEmpty()) {
            requests.add(tools.next());
        }
        Map<?, ?> images = send("Runtime.evaluate", Map.of("expression", IMAGES, "returnByValue", true));
        DevTools.text(DevTools.map(images, "result"), "value")
                .lines()
                .filter(address -> !address.isEmpty())
                .forEach(shown.images()::add);
        for (Event event = tools.poll(); event != null; event = tools.poll()) {
            requests.add(event);
        }
        // Later actions of the page, such as a redirect by script, do not belong to the next page.
        send("Page.navigate", Map.of("url", "about:blank"));
        return shown;
    }

    /** Shows a page in a window of this width, and stays there. */
    void open(String url, int width) throws InterruptedException {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        send("Page.navigate", Map.of("url", "about:blank"));
        send("Page.navigate", Map.of("url", url));
    }

    /** The value of an expression in the page, as text; empty for none. */
    String evaluate(String expression) throws InterruptedException {
        Map<?, ?> value = send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        return DevTools.text(DevTools.map(value, "result"), "value");
    }

    /** The errors of the console since the last page or call. */
    List<String> errors() {
        Requests requests = new Requests(new Shown(new TreeSet<>(), new ArrayList<>(), new ArrayList<>()), "");
        for (Event event = tools.poll(); event != null; event = tools.poll()) {
            requests.add(event);
        }
        return requests.shown.errors();
    }

    /** The state of one page's requests. */
    private static final class Requests {
        private final Shown shown;
        private final String loader;
        /** Addresses of requests that have neither come to their end nor failed, by the browser's number. */
        private final Map<String, String> underWay = new HashMap<>();

        Requests(Shown shown, String loader) {
            this.shown = shown;
            this.loader = loader;
        }

        /** Records an event; returns whether it says that everything is loaded. */
        boolean add(Event event) {
            Map<?, ?> params = event.params();
            switch (event.method()) {
                case "Network.requestWillBeSent" -> {
                    if (isOfPage(params)) {
                        underWay.put(
                                DevTools.text(params, "requestId"),
                                DevTools.text(DevTools.map(params, "request"), "url"));
                    }
                }
                case "Network.responseReceived" -> {
                    Map<?, ?> response = DevTools.map(params, "response");
                    if (isOfPage(params) && isPart(params)) {
                        int status = response.get("status") instanceof Number number ? number.intValue() : 0;
                        shown.parts().add(new Part(DevTools.text(response, "url"), status));
                    }
                }
                case "Network.loadingFinished" -> underWay.remove(DevTools.text(params, "requestId"));
                case "Network.loadingFailed" -> {
                    String failed = underWay.remove(DevTools.text(params, "requestId"));
                    if (failed != null && !Boolean.TRUE.equals(params.get("canceled"))) {
                        shown.parts().add(new Part(failed, 0));
                    }
                }
                case "Log.entryAdded" -> {
                    Map<?, ?> entry = DevTools.map(params, "entry");
                    String where = DevTools.text(entry, "url");
                    // A browser asks a server for its icon or not, depending on its earlier requests.
                    if (DevTools.text(entry, "level").equals("error") && !where.endsWith("/favicon.ico")) {
                        shown.errors().add(DevTools.text(entry, "text") + " " + where);
                    }
                }
                case "Runtime.exceptionThrown" -> {
                    Map<?, ?> details = DevTools.map(params, "exceptionDetails");
                    shown.errors()
                            .add(DevTools.text(details, "text") + " "
                                    + DevTools.text(DevTools.map(details, "exception"), "description"));
                }
                case "Runtime.consoleAPICalled" -> {
                    if (DevTools.text(params, "type").equals("error")) {
                        shown.errors().add(String.valueOf(params.get("args")));
                    }
                }
                case "Page.lifecycleEvent" -> {
                    return DevTools.text(params, "name").equals("load")
                            && DevTools.text(params, "loaderId").equals(loader);
                }
                default -> {
                    // Not needed.
                }
            }
            return false;
        }

        private boolean isOfPage(Map<?, ?> params) {
            return DevTools.text(params, "loaderId").equals(loader);
        }

        /** Neither the page itself nor the server's icon. */
        private static boolean isPart(Map<?, ?> params) {
            return !Set.of("Document", "Other").contains(DevTools.text(params, "type"));
        }
    }

    private void end() {
        place.kill(List.of(process));
    }

    @Override
    public void close() {
        tools.close();
        end();
    }
}
