package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.node.run.RunningFrontEnd;
import io.gosling.node.run.RunningNode;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard of the admin port in a real browser: its pages, and a change of a back-end. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DashboardIT {
    private static final List<Integer> WIDTHS = List.of(360, 1280, 3840);

    @TempDir
    private Path folder;

    private ProcessWorkspace place;
    private Chromium browser;
    private RunningNode node;
    private RunningFrontEnd frontEnd;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(Chromium.isInstalled(), "there is no chromium here");
        Path site = Files.createDirectory(folder.resolve("site"));
        Files.writeString(site.resolve("index.html"), "<title>a</title>");
        String ports = "port: 0\nadmin-port: 0\nevent-loops: 1\n";
        Path ofNode = Files.writeString(folder.resolve("node.yaml"), "dir: " + site + "\nmemory: 2m\n" + ports);
        node = RunningNode.start(YamlConfigurationReader.read(ofNode, NodeSettings.ALL));
        Path ofFrontEnd = Files.writeString(
                folder.resolve("front-end.yaml"),
                "backend: ['" + node.readyLine().get("http") + "']\n" + ports);
        frontEnd = RunningFrontEnd.start(YamlConfigurationReader.read(ofFrontEnd, DispatchSettings.ALL));
        place = ProcessWorkspace.open();
        browser = Chromium.start(place);
    }

    @AfterEach
    void end() {
        if (browser != null) {
            browser.close();
            place.close();
        }
        if (frontEnd != null) {
            frontEnd.close();
        }
        if (node != null) {
            node.close();
        }
    }

    private void awaits(String what, String condition) {
        Waiting.until(what, () -> {
            try {
                return browser.evaluate(condition).equals("true");
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
    }

    @Test
    void everyPageIsShownAtEveryWidthWithoutAnError() throws Exception {
        for (String admin :
                List.of(node.readyLine().get("admin"), frontEnd.readyLine().get("admin"))) {
            for (String page : List.of("members", "objects", "servers", "replication", "explain?%2Findex.html")) {
                for (int width : WIDTHS) {
                    String where = admin + " " + page + " at " + width;
                    browser.open("http://" + admin + "/#" + page, width);
                    awaits(where, "document.getElementById('state')?.textContent === 'live'");
                    awaits(where, "document.querySelectorAll('main h2').length > 0");
                    assertEquals(Integer.toString(width), browser.evaluate("innerWidth"), where);
                    // Only tables may be wider than the window, within their own bars.
                    assertEquals("true", browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), where);
                    assertEquals(
                            page.split("\\?")[0],
                            browser.evaluate("document.querySelector('nav [aria-current]').hash.slice(1)"));
                    assertEquals(List.of(), browser.errors(), where);
                }
            }
        }
    }

    @Test
    void theWeightOfABackEndIsChangedAfterAConfirmation() throws Exception {
        browser.open("http://" + frontEnd.readyLine().get("admin") + "/#servers", WIDTHS.get(1));
        String button = "document.querySelector('td button')";
        awaits("the button", button + "?.textContent === '1'");
        browser.evaluate("window.asked = []; window.prompt = text => { asked.push(text); return '0.5'; };"
                + " window.confirm = text => { asked.push(text); return false; }; " + button + ".click()");
        assertEquals("2", browser.evaluate("asked.length"));
        assertEquals("1", browser.evaluate(button + ".textContent"));
        browser.evaluate("window.confirm = () => true; " + button + ".click()");
        awaits("the new weight", button + "?.textContent === '0.5'");
        assertTrue(browser.evaluate("document.querySelector('pre').textContent").startsWith("200 changed until"));
        assertEquals(List.of(), browser.errors());
    }
}
