package io.gosling.tools.workload;

import io.gosling.tools.workload.DcApacheSite.Document;
import io.gosling.tools.workload.DcApacheSite.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Writes a site of the paper to files: pages with their links, padded with noise to their size. */
public final class DcApacheSiteWriter {
    private static final String END = "</body></html>\n";

    private DcApacheSiteWriter() {}

    /** @param divisor of the bytes of each document, 1 or more */
    public static Path write(DcApacheSite site, Path folder, int divisor) throws IOException {
        Random random = new Random(1);
        for (Document document : site.documents()) {
            int bytes = (int) Math.max(1, document.bytes() / divisor);
            byte[] written = new byte[bytes];
            if (document.isPage()) {
                written = page(site, document, bytes).getBytes(StandardCharsets.US_ASCII);
            } else {
                random.nextBytes(written);
            }
            Files.write(folder.resolve(document.path().substring(1)), written);
        }
        return folder;
    }

    private static String page(DcApacheSite site, Document page, int bytes) {
        StringBuilder text =
                new StringBuilder("<!doctype html><html><head><title>" + page.path() + "</title></head><body>\n");
        for (int shown : page.shows()) {
            text.append("<img src=\"" + site.documents().get(shown).path() + "\">\n");
        }
        double least = page.links().stream()
                .mapToDouble(Link::weight)
                .filter(weight -> weight > 0)
                .min()
                .orElse(1);
        for (Link link : page.links()) {
            String line = "<a href=\"" + site.documents().get(link.to()).path() + "\">a</a>\n";
            // Links that are followed more often are repeated, as in SPECweb99's index.
            text.append(line.repeat((int) Math.min(100, Math.max(1, Math.round(link.weight() / least)))));
        }
        while (text.length() + END.length() < bytes) {
            text.append("words ");
        }
        return text.append(END).toString();
    }
}
