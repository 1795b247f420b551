package io.gosling.document;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Resolves a path to the one file it may name, or the reason for none, by names and attributes. Thread-safe. */
record FileResolver(
        RootDirectoryResolver root, FileNameRules rules, FileSystemOperations files, ResolvedPathCache resolved) {
    private static final String INDEX = "index.html";

    /** The system's words for a name or path that no file system has room for; null if it has room for any. */
    private static final @Nullable String TOO_LONG = tooLong();

    FileResolver(Path root, FileNameRules rules, FileSystemOperations files, Ticker ticker) throws IOException {
        this(new RootDirectoryResolver(root, ticker), rules, files, new ResolvedPathCache(ticker));
    }

    sealed interface Named {
        /**
         * A file that may be served.
         *
         * @param path without links
         * @param linked true if the name leads there by a link
         */
        record File(Path path, String name, FileState state, boolean linked) implements Named {
            FileStamp stamp() {
                return state.stamp();
            }
        }

        record Not(LookupResult why) implements Named {}
    }

    static FileResolver of(Path directory) throws IOException {
        FileNameRules rules = FileNameRules.of(System.getProperty("os.name", ""));
        return new FileResolver(directory, rules, FileSystemOperations.system(), Ticker.system());
    }

    /** @throws IOException also when the root cannot be reached */
    Named locate(DocumentPath path) throws IOException {
        Path directory = root.real();
        Named named = locate(directory, path);
        boolean absent = named instanceof Named.Not not && not.why() instanceof LookupResult.Absent;
        return absent && root.leadsElsewhere(directory) ? locate(root.real(), path) : named;
    }

    private Named locate(Path directory, DocumentPath path) throws IOException {
        String refusal = rules.refusal(path);
        if (refusal != null) {
            return refused(path, refusal);
        }
        try {
            return follow(directory, path);
        } catch (NoSuchFileException e) {
            return absent();
        } catch (AccessDeniedException e) {
            return new Named.Not(LookupResult.Refused.denied(path, e));
        } catch (InvalidPathException e) {
            return refused(path, "not a name in this system's file encoding: " + e.getReason());
        } catch (FileSystemException e) {
            return explain(directory, path, e);
        }
    }

    /** Returns the served entries of a directory by name; null when it is not a directory, or may not be seen. */
    @Nullable
    List<ListingEntry> list(DocumentPath path, int most) throws IOException {
        if (!path.isDirectory() || rules.refusal(path) != null) {
            return null;
        }
        Path within = root.real();
        Path directory;
        try {
            directory = resolve(within, path);
            Path real = files.real(directory);
            boolean same = real.equals(directory)
                    || files.spelled(directory).toString().equals(directory.toString());
            if (!same || !real.startsWith(within) || !files.attributes(real).isDirectory()) {
                return null;
            }
        } catch (FileSystemException | InvalidPathException e) {
            return null;
        }
        List<ListingEntry> entries = new ArrayList<>();
        try (Stream<Path> children = Files.list(directory)) {
            for (Path child : (Iterable<Path>) children.limit(most)::iterator) {
                ListingEntry entry =
                        entry(within, path.child(child.getFileName().toString()), child);
                if (entry != null) {
                    entries.add(entry);
                }
            }
        } catch (AccessDeniedException e) {
            return null;
        }
        entries.sort(Comparator.comparing(ListingEntry::directory).reversed().thenComparing(ListingEntry::name));
        return entries;
    }

    /** Returns the real directory of a document, existing or not; null when the directory may not be served. */
    @Nullable
    Path directory(DocumentPath path) throws IOException {
        Path within = root.real();
        Path file = resolve(within, path).getParent();
        try {
            Path real = file == null ? null : files.real(file);
            return real != null
                            && real.startsWith(within)
                            && files.attributes(real).isDirectory()
                    ? real
                    : null;
        } catch (FileSystemException e) {
            return null;
        }
    }

    /** Returns null for an entry that is not served: hidden, outside the root, without a path, of another kind. */
    private @Nullable ListingEntry entry(Path within, DocumentPath path, Path file) throws IOException {
        if (rules.refusal(path) != null || !Objects.equals(path, DocumentPath.find(path.key()))) {
            return null;
        }
        try {
            if (!resolve(within, path).equals(file)) {
                return null; // bytes that are no text in this system's file encoding
            }
            Path real = files.real(file);
            FileState attributes = files.attributes(real);
            boolean served = attributes.isDirectory() || attributes.isRegularFile();
            return served && real.startsWith(within)
                    ? new ListingEntry(
                            path.segments().getLast(),
                            attributes.isDirectory(),
                            attributes.stamp().size(),
                            Instant.EPOCH.plusNanos(attributes.stamp().modifiedNanos()))
                    : null;
        } catch (FileSystemException | InvalidPathException e) {
            return null;
        }
    }

    /**
     * Returns true if the path names this file still, in the same state, as {@link #locate} would find.
     *
     * <p>Without a link on the way, the state of the file at this path suffices. The first state was read before the
     * links were followed: a link that was set before that was seen, and one that was set after it leads to another
     * file, or to this one at its new place.
     */
    boolean isStill(DocumentPath path, Named.File file) throws IOException {
        if (file.linked() || file.stamp().identity().isEmpty()) {
            return file.equals(locate(path));
        }
        try {
            return file.state().equals(files.attributes(file.path()));
        } catch (FileSystemException e) {
            return false;
        }
    }

    private Named follow(Path directory, DocumentPath path) throws IOException {
        Path file = resolve(directory, path);
        FileState named = files.attributes(file);
        if (resolved.knows(path, named)) {
            return new Named.File(file, path.segments().getLast(), named, false);
        }
        Path real = files.real(file);
        boolean linked = !real.equals(file);
        if (linked && !files.spelled(file).toString().equals(file.toString())) {
            return absent();
        }
        // The target of a link inside the root is the site owner's business, hidden or not.
        if (!real.startsWith(directory)) {
            return refused(path, "a link leads out of the site");
        }
        FileState attributes = linked ? files.attributes(real) : named;
        if (attributes.isDirectory()) {
            return path.isDirectory()
                    ? locate(directory, path.child(INDEX))
                    : new Named.Not(new LookupResult.Moved(path.key() + "/"));
        }
        if (path.isDirectory()) {
            return absent();
        }
        if (!attributes.isRegularFile()) {
            return refused(path, "not a regular file");
        }
        if (!linked) {
            resolved.add(path, attributes);
        }
        return new Named.File(real, path.segments().getLast(), attributes, linked);
    }

    private static Path resolve(Path directory, DocumentPath path) {
        Path file = directory;
        for (String name : path.segments()) {
            file = file.resolve(name);
        }
        return file;
    }

    /** Explains three errors that have no exception of their own in Java, and throws any other. */
    private static Named explain(Path directory, DocumentPath path, FileSystemException error)
            throws FileSystemException {
        if (TOO_LONG != null && TOO_LONG.equals(error.getReason())) {
            return absent();
        }
        Path file = resolve(directory, path);
        Path parent = file.getParent();
        if (parent != null && Files.exists(directory) && !Files.isDirectory(parent)) {
            return absent();
        }
        if (Files.isSymbolicLink(file)) {
            return refused(path, "a link that cannot be followed");
        }
        throw error;
    }

    private static @Nullable String tooLong() {
        try {
            Files.readAttributes(Path.of("x".repeat(1 << 15)), BasicFileAttributes.class);
            return null;
        } catch (FileSystemException e) {
            return e.getReason();
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    private static Named absent() {
        return new Named.Not(new LookupResult.Absent());
    }

    private static Named refused(DocumentPath path, String reason) {
        return new Named.Not(new LookupResult.Refused(path + ": " + reason));
    }
}
