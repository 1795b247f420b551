package io.gosling.bench.gos;

import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A store that is one directory, served by all nodes. Each file has a home node then, as in the paper; a miss costs
 * what this machine's page cache costs, which is little.
 */
record SiteFolder(Path root, int nodes) implements Store {
    private static final int FILES_A_FOLDER = 1000;

    /** Writes the objects' files that are missing; an earlier case may have written them. */
    static SiteFolder of(Path root, Trace trace, int nodes) throws IOException {
        SiteFolder site = new SiteFolder(root, nodes);
        Random random = new Random(1);
        for (int object = 0; object < trace.objects(); object++) {
            Path file = root.resolve(path(object).substring(1));
            byte[] bytes = new byte[(int) trace.sizes()[object]];
            random.nextBytes(bytes);
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                Files.write(file, bytes);
            }
        }
        return site;
    }

    private static String path(int object) {
        return "/" + object / FILES_A_FOLDER + "/" + object;
    }

    @Override
    public List<String> sources() {
        return Collections.nCopies(nodes, root.toString());
    }

    @Override
    public byte[] target(int object) {
        return path(object).getBytes(StandardCharsets.US_ASCII);
    }
}
