package io.gosling.document;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A directory of files as a source of documents. Safe for use by many threads. */
public final class DocumentRoot implements DocumentSource {
    private final Path root;
    private final Settings settings;

    /**
     * @param node the node's name, for provenance
     * @param hashLimit files up to this many bytes get an ETag from their content, larger ones from size and time
     */
    public record Settings(String node, long hashLimit) {
        /** A node called {@code local}, hashing files up to 16 MiB. */
        public static Settings defaults() {
            return new Settings("local", 16L << 20);
        }
    }

    private DocumentRoot(Path root, Settings settings) {
        this.root = root;
        this.settings = settings;
    }

    /** Serves a directory with the default settings. */
    public static DocumentRoot at(Path directory) throws IOException {
        return at(directory, Settings.defaults());
    }

    /**
     * Serves a directory.
     *
     * @throws IOException when it is not a directory that can be read
     */
    public static DocumentRoot at(Path directory, Settings settings) throws IOException {
        return new DocumentRoot(directory.toRealPath(), settings);
    }

    @Override
    public Lookup find(DocumentPath path) throws IOException {
        throw new UnsupportedOperationException(root + settings.toString());
    }

    @Override
    public Freshness check(DocumentPath path, @Nullable Stamp known) throws IOException {
        throw new UnsupportedOperationException();
    }
}
