package io.gosling.bench.micro;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.LookupResult;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/**
 * Measures a lookup in a node's memory, as on the event-loop path: the object is found, counted, retained and released.
 * By one thread, and by two that request the same objects and so update the same counters.
 */
@State(Scope.Benchmark)
public class HotMemoryBenchmark extends TimedBenchmark {
    private static final int OBJECTS = 256;
    private static final int BYTES = 1024;
    private static final long MEMORY = 16L << 20;

    private final Ticker ticker = Ticker.system();
    private final String[] keys = new String[OBJECTS];
    private @Nullable Transport transport;
    private @Nullable ObjectSpaceNode node;
    private CachedDocumentLookup hot = CachedDocumentLookup.none();
    private @Nullable Path site;

    /** A thread's position in the sequence of keys. */
    @State(Scope.Thread)
    public static class Turn {
        private int next;
    }

    @Setup
    public void fill() throws IOException {
        Path folder = Files.createTempDirectory("gosling-benchmark-");
        site = folder;
        for (int i = 0; i < OBJECTS; i++) {
            Files.write(folder.resolve(i + ".html"), new byte[BYTES]);
            keys[i] = "/" + i + ".html";
        }
        Transport loops = Transport.open(TransportKind.AUTO, 1, "bench");
        transport = loops;
        ObjectSpaceNode alone =
                ObjectSpaceNode.open(ObjectSpaceSettings.of("n1", MEMORY), DocumentRoot.at(folder), loops, ticker);
        node = alone;
        hot = alone.hotDocuments();
        for (String key : keys) {
            ask(alone, key);
        }
        if (alone.objectsHeld() != OBJECTS) {
            throw new IllegalStateException(alone.objectsHeld() + " of " + OBJECTS + " objects are in memory");
        }
    }

    private static void ask(ObjectSpaceNode node, String key) throws IOException {
        try {
            if (node.documents().find(DocumentPath.parse(key)) instanceof LookupResult.Found found) {
                Document document = found.document();
                document.close();
            }
        } catch (IllegalDocumentPathException e) {
            throw new IllegalStateException(e);
        }
    }

    @Benchmark
    public int hit(Turn turn) throws IOException {
        return look(turn);
    }

    @Benchmark
    @Threads(2)
    public int hitByTwo(Turn turn) throws IOException {
        return look(turn);
    }

    /** Looks up an object; one that is due for revalidation is looked up by the worker path, as in a server. */
    private int look(Turn turn) throws IOException {
        String key = keys[turn.next++ & (OBJECTS - 1)];
        StoredDocument document = hot.acquire(key, ticker.nanos());
        if (document == null) {
            ask(Objects.requireNonNull(node), key);
        } else {
            document.release();
        }
        return turn.next;
    }

    @TearDown
    public void stop() throws IOException {
        Objects.requireNonNull(node).close();
        Objects.requireNonNull(transport).close();
        Path folder = Objects.requireNonNull(site);
        for (String key : keys) {
            Files.delete(folder.resolve(key.substring(1)));
        }
        Files.delete(folder);
    }
}
