package io.gosling.bench.dcapache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.PageLinks;
import io.gosling.tools.workload.DcApacheSite;
import io.gosling.tools.workload.DcApacheSite.Document;
import io.gosling.tools.workload.DcApacheSiteGenerator;
import io.gosling.tools.workload.DcApacheSiteWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sites have the numbers of the paper, in the model and in files. */
class PaperSitesTest {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void theMailArchiveHasThePapersNumbers() {
        DcApacheSite site = DcApacheSiteGenerator.mapug();
        assertEquals(1534, site.documents().size());
        assertEquals(28_998, site.links());
        assertEquals(5_918L << 10, site.bytes() + site.entry().bytes());
        assertTrue(site.documents().stream()
                .filter(Document::isPage)
                .allMatch(page -> page.shows().size() >= 4 && page.shows().size() <= 6));
    }

    @Test
    void theGuideHasThePapersNumbers() {
        DcApacheSite site = DcApacheSiteGenerator.lod();
        assertEquals(349, site.documents().size());
        assertEquals(240, site.documents().stream().filter(one -> !one.isPage()).count());
        assertEquals(1433, site.links());
        assertEquals(750L << 10, site.bytes() + site.entry().bytes());
    }

    @Test
    void theFilesOfSpecWebAndTheImagesOfSequoiaHaveThePapersNumbers() {
        assertEquals(1_027_897, DcApacheSiteGenerator.specWeb().bytes());
        DcApacheSite sequoia = DcApacheSiteGenerator.sequoia();
        assertEquals(131, sequoia.documents().size());
        assertTrue(sequoia.documents().stream()
                .skip(1)
                .allMatch(image -> image.bytes() >= 1_000_000 && image.bytes() <= 2_800_000));
    }

    @Test
    void inFilesEachPageHasTheLinksOfTheModel() throws IOException {
        DcApacheSite site = DcApacheSiteGenerator.lod();
        DcApacheSiteWriter.write(site, folder, 1);
        for (Document document : site.documents()) {
            byte[] file = Files.readAllBytes(folder.resolve(document.path().substring(1)));
            if (document.isPage()) {
                PageLinks links = PageLinks.of(file, "text/html");
                assertEquals(document.shows().size(), count(links, LinkKind.ASSET), document::path);
                assertEquals(document.links().size(), count(links, LinkKind.PAGE), document::path);
            } else {
                assertEquals(document.bytes(), file.length);
            }
        }
    }

    private static long count(PageLinks links, LinkKind kind) {
        return links.links().stream().map(Link::kind).filter(kind::equals).count();
    }
}
