package io.gosling.document;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A directory of files as a source of documents. Safe for use by many threads. A file is located, opened once, read
 * or hashed, and its state compared with the one before: a file that changed meanwhile is read again, so that an
 * entity tag always belongs to its bytes. Small files are returned in memory, large ones as open files.
 */
public final class DocumentRoot implements DocumentSource {
    private static final int IN_MEMORY = 64 << 10;
    private static final int TRIES = 4;
    private static final int REMEMBERED = 10_000;
    private static final long SETTLED_MILLIS = 2_000;
    private static final long SECOND = 1_000_000_000;

    private final FileResolver files;
    private final FileSystemView view;
    private final Settings settings;
    private final InstantSource clock;
    private final EntityTagCache largeTags = new EntityTagCache(REMEMBERED);
    private final EntityTagCache smallTags;

    /**
     * @param hashLimit files up to this many bytes (0 to 1 GiB) get an ETag from their content, larger ones from size
     *     and time; at least the largest object that a cache keeps
     */
    public record Settings(String node, long hashLimit) {
        public Settings {
            if (hashLimit < 0 || hashLimit > 1L << 30) {
                throw new IllegalArgumentException(
                        "hashLimit: " + hashLimit + " is out of bounds; expected 0 to " + (1L << 30) + " bytes");
            }
        }

        public static Settings defaults() {
            return new Settings("local", 16L << 20);
        }
    }

    DocumentRoot(FileResolver files, Settings settings, EntityTagCache smallTags, InstantSource clock) {
        this.files = files;
        this.view = files.files();
        this.settings = settings;
        this.smallTags = smallTags;
        this.clock = clock;
    }

    public static DocumentRoot at(Path directory) throws IOException {
        return at(directory, Settings.defaults());
    }

    /**
     * Serves a directory.
     *
     * @throws IOException when it is not a directory that can be reached
     */
    public static DocumentRoot at(Path directory, Settings settings) throws IOException {
        return at(directory, settings, EntityTagCache.ofSmallFiles());
    }

    /**
     * Serves a directory.
     *
     * @param smallTags may be shared with other directories
     * @throws IOException when it is not a directory that can be reached
     */
    public static DocumentRoot at(Path directory, Settings settings, EntityTagCache smallTags) throws IOException {
        return new DocumentRoot(FileResolver.of(directory), settings, smallTags, InstantSource.system());
    }

    @Override
    public Lookup find(DocumentPath path) throws IOException {
        return find(path, ReadTarget.none());
    }

    @Override
    public Lookup find(DocumentPath path, ReadTarget to) throws IOException {
        for (int tries = 0; tries < TRIES; tries++) {
            Lookup lookup = switch (files.locate(path)) {
                case FileResolver.Named.Not not -> not.why();
                case FileResolver.Named.File file -> load(path, file, to);
            };
            if (lookup != null) {
                return lookup;
            }
        }
        throw new IOException(path + " changed " + TRIES + " times while it was read; it is probably being written");
    }

    @Override
    public ValidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException {
        return switch (files.locate(path)) {
            case FileResolver.Named.Not not -> ValidationResult.GONE;
            case FileResolver.Named.File file ->
                known != null && isStill(path, file, known) ? ValidationResult.UNCHANGED : ValidationResult.CHANGED;
        };
    }

    /**
     * Returns the state of the file that a path names, without reading it; null when it names none that is served.
     *
     * @throws IOException when the disk cannot be asked
     */
    public @Nullable FileStamp stamp(DocumentPath path) throws IOException {
        return files.locate(path) instanceof FileResolver.Named.File file ? file.stamp() : null;
    }

    /**
     * Returns the entries of a directory that would be served, by name; null when the path names no directory that is
     * served.
     *
     * @param most names that are looked at, in the order in which the file system gives them
     * @throws IOException when the disk cannot be read
     */
    public @Nullable List<DirectoryEntry> list(DocumentPath path, int most) throws IOException {
        return files.list(path, most);
    }

    /**
     * Returns the directory that a path names, without links in it; null when the path names no directory that is
     * served. Two paths with one real directory have the same files.
     *
     * @throws IOException when the disk cannot be asked
     */
    public @Nullable Path realDirectory(DocumentPath path) throws IOException {
        return files.directory(path.child("any"));
    }

    /** A file that was read just after it was written is read again, once its time is old enough. */
    private boolean isStill(DocumentPath path, FileResolver.Named.File file, FileStamp known) throws IOException {
        if (!file.stamp().equals(known.withTag(""))) {
            return false;
        }
        if (known.tag().isEmpty()) {
            return true;
        }
        String remembered = rememberedTag(path, file);
        if (remembered != null) {
            return known.tag().equals(remembered);
        }
        boolean lasting = isLasting(file.state());
        try (FileChannel channel = view.open(file.path())) {
            String tag = hash(file, new Body.InFile(channel, file.stamp().size()));
            if (lasting && files.isStill(path, file)) {
                remember(path, file, tag);
            }
            return known.tag().equals(tag);
        } catch (NoSuchFileException | AccessDeniedException | EOFException e) {
            return false;
        }
    }

    /** Returns the document in this file; null when the file changed while it was read. */
    private @Nullable Lookup load(DocumentPath path, FileResolver.Named.File file, ReadTarget to) throws IOException {
        Body body = null;
        try {
            // Asked before it is read: whatever is written later than this has another time.
            boolean settled = isFlushed(file.stamp().modifiedNanos());
            boolean lasting = isLasting(file.state());
            body = open(file, to);
            String remembered = rememberedTag(path, file);
            String tag = remembered == null ? hash(file, body) : remembered;
            boolean hashed = file.stamp().size() <= settings.hashLimit();
            Document document = describe(
                    file, tag, settled || !hashed ? file.stamp() : file.stamp().withTag(tag), body);
            if (!files.isStill(path, file)) {
                return null;
            }
            if (lasting && hashed && remembered == null) {
                remember(path, file, tag);
            }
            body = null;
            return new Lookup.Found(document);
        } catch (AccessDeniedException e) {
            return Lookup.Refused.denied(path, e);
        } catch (NoSuchFileException | EOFException e) {
            return null;
        } finally {
            if (body != null) {
                body.close();
            }
        }
    }

    private Body open(FileResolver.Named.File file, ReadTarget to) throws IOException {
        long size = file.stamp().size();
        ByteBuf bytes = to.of(size);
        if (bytes == null && size > IN_MEMORY) {
            return new Body.InFile(view.open(file.path()), size);
        }
        int capacity = (int) Math.max(1, size);
        return read(file, bytes == null ? ByteBufAllocator.DEFAULT.directBuffer(capacity, capacity) : bytes);
    }

    /** Reads the file into a buffer, which it releases when it fails. */
    private Body read(FileResolver.Named.File file, ByteBuf bytes) throws IOException {
        int size = Math.toIntExact(file.stamp().size());
        try (FileChannel channel = view.open(file.path())) {
            while (bytes.readableBytes() < size) {
                if (bytes.writeBytes(channel, bytes.readableBytes(), size - bytes.readableBytes()) < 0) {
                    throw new EOFException(file.path() + " became shorter");
                }
            }
            return new Body.InMemory(bytes);
        } catch (Throwable e) {
            bytes.release();
            throw e;
        }
    }

    private Document describe(FileResolver.Named.File file, String tag, FileStamp stamp, Body body) {
        Instant modified = Instant.ofEpochSecond(Math.floorDiv(file.stamp().modifiedNanos(), SECOND));
        return new Document(
                new Representation(MediaTypes.of(file.name()), body.length(), tag, modified),
                stamp,
                body,
                new Provenance(ResponseSource.LOCAL_DISK, settings.node()));
    }

    /** Returns the entity tag of the file's bytes, or of its stamp where it is too large. */
    private String hash(FileResolver.Named.File file, Body body) throws IOException {
        if (file.stamp().size() > settings.hashLimit()) {
            return EntityTags.ofStamp(file.stamp());
        }
        return switch (body) {
            case Body.InMemory memory -> EntityTags.ofContent(memory.bytes().nioBuffer());
            case Body.InFile open ->
                EntityTags.ofContent(open.channel(), file.stamp().size());
            case Body.Streamed streamed -> throw new IllegalStateException("a file is never " + streamed);
            case Body.Written written -> throw new IllegalStateException("a file is never " + written);
        };
    }

    private @Nullable String rememberedTag(DocumentPath path, FileResolver.Named.File file) {
        FileStamp stamp = file.stamp();
        if (stamp.size() > IN_MEMORY) {
            return largeTags.find(path.key(), file.state());
        }
        return file.state().isRecognizable() ? smallTags.find(stamp.identity(), file.state()) : null;
    }

    /** Remembers the tag of a file that is known to have had this state before and after it was hashed. */
    private void remember(DocumentPath path, FileResolver.Named.File file, String tag) {
        FileStamp stamp = file.stamp();
        if (stamp.size() > IN_MEMORY) {
            largeTags.remember(path.key(), file.state(), tag);
        } else if (file.state().isRecognizable()) {
            smallTags.remember(stamp.identity(), file.state(), tag);
        }
    }

    /** Returns true if every later write leads to another state. */
    private boolean isLasting(FileState state) {
        return isFlushed(state.stamp().modifiedNanos())
                && (state.changedNanos() == FileState.UNKNOWN || isFlushed(state.changedNanos()));
    }

    /** A file that was written a moment ago may change again without its time changing. */
    private boolean isFlushed(long nanos) {
        long age = clock.millis() - TimeUnit.NANOSECONDS.toMillis(nanos);
        return Math.abs(age) > SETTLED_MILLIS;
    }
}
