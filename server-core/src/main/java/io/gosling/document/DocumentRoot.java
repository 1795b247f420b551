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
 * entity tag always belongs to its bytes. Of a file that grows all the time, the bytes that it had are served. Small
 * files are returned in memory, large ones as open files.
 */
public final class DocumentRoot implements DocumentSource {
    private static final int IN_MEMORY = 64 << 10;
    private static final int TRIES = 4;
    private static final int REMEMBERED = 10_000;
    private static final long SETTLED_MILLIS = 2_000;
    private static final long SECOND = 1_000_000_000;

    private final FileResolver files;
    private final FileSystemOperations view;
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
    public LookupResult find(DocumentPath path) throws IOException {
        return find(path, BodyBufferAllocator.none());
    }

    @Override
    public LookupResult find(DocumentPath path, BodyBufferAllocator to) throws IOException {
        for (int tries = 0; tries < TRIES; tries++) {
            LookupResult lookup = switch (files.locate(path)) {
                case FileResolver.Named.Not not -> not.why();
                case FileResolver.Named.File file -> load(path, file, to, tries > 0);
            };
            if (lookup != null) {
                return lookup;
            }
        }
        throw new IOException(path + " changed " + TRIES + " times while it was read; it is probably being written");
    }

    @Override
    public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException {
        return switch (files.locate(path)) {
            case FileResolver.Named.Not not -> RevalidationResult.GONE;
            case FileResolver.Named.File file ->
                known != null && isStill(path, file, known) ? RevalidationResult.UNCHANGED : RevalidationResult.CHANGED;
        };
    }

    @Override
    public @Nullable String obstacle() {
        return files.root().obstacle();
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
    public @Nullable List<ListingEntry> list(DocumentPath path, int most) throws IOException {
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
        FileContentMetadata remembered = remembered(path, file);
        if (remembered != null) {
            return known.tag().equals(remembered.tag());
        }
        boolean lasting = isLasting(file.stamp());
        try (FileChannel channel = view.open(file.path())) {
            FileContentMetadata digest =
                    digest(file, new Body.InFile(channel, file.stamp().size()));
            if (lasting && files.isStill(path, file)) {
                remember(path, file, digest);
            }
            return known.tag().equals(digest.tag());
        } catch (NoSuchFileException | AccessDeniedException | EOFException e) {
            return false;
        }
    }

    /**
     * Returns the document in this file; null when the file changed while it was read.
     *
     * @param growing true if it may have grown meanwhile
     */
    private @Nullable LookupResult load(
            DocumentPath path, FileResolver.Named.File file, BodyBufferAllocator to, boolean growing)
            throws IOException {
        Body body = null;
        try {
            // Asked before it is read: whatever is written later than this has another time.
            boolean lasting = isLasting(file.stamp());
            body = open(file, to);
            FileContentMetadata remembered = remembered(path, file);
            FileContentMetadata digest = remembered == null ? digest(file, body) : remembered;
            boolean hashed = file.stamp().size() <= settings.hashLimit();
            FileStamp stamp = lasting || !hashed ? file.stamp() : file.stamp().withTag(digest.tag());
            Document document = describe(digest, stamp, body);
            boolean still = files.isStill(path, file);
            if (!still && !(growing && hasGrown(path, file, digest))) {
                return null;
            }
            if (still && lasting && hashed && remembered == null) {
                remember(path, file, digest);
            }
            body = null;
            return new LookupResult.Found(document);
        } catch (AccessDeniedException e) {
            return LookupResult.Refused.denied(path, e);
        } catch (NoSuchFileException | EOFException e) {
            return null;
        } finally {
            if (body != null) {
                body.close();
            }
        }
    }

    /** Returns true if the file still begins with the bytes that were read: a state that it had. */
    private boolean hasGrown(DocumentPath path, FileResolver.Named.File file, FileContentMetadata digest)
            throws IOException {
        FileStamp before = file.stamp();
        if (!(files.locate(path) instanceof FileResolver.Named.File now)
                || !now.path().equals(file.path())
                || !now.stamp().identity().equals(before.identity())
                || now.stamp().size() < before.size()) {
            return false;
        }
        try (FileChannel channel = view.open(file.path())) {
            return digest(file, new Body.InFile(channel, before.size())).equals(digest);
        }
    }

    private Body open(FileResolver.Named.File file, BodyBufferAllocator to) throws IOException {
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

    private Document describe(FileContentMetadata digest, FileStamp stamp, Body body) {
        return new Document(
                new Representation(digest.mediaType(), body.length(), digest.tag(), lastModified(stamp)),
                stamp,
                body,
                new Provenance(ResponseSource.LOCAL_DISK, settings.node()));
    }

    /** No document may be newer than its response (RFC 9110, section 8.8.2.1), whatever time it was given. */
    private Instant lastModified(FileStamp stamp) {
        long changed = stamp.changedNanos() == FileStamp.UNKNOWN ? Long.MAX_VALUE : stamp.changedNanos();
        Instant modified = Instant.ofEpochSecond(Math.floorDiv(Math.min(stamp.modifiedNanos(), changed), SECOND));
        Instant now = clock.instant();
        return modified.isAfter(now) ? now : modified;
    }

    private FileContentMetadata digest(FileResolver.Named.File file, Body body) throws IOException {
        String type = FileExtensionMediaTypes.of(file.name());
        int charset = type.indexOf(';');
        boolean other = charset >= 0 && !FileContentMetadata.isUtf8(type, body.first(FileContentMetadata.SAMPLE));
        return new FileContentMetadata(tag(file, body), other ? type.substring(0, charset) : type);
    }

    /** Returns the entity tag of the file's bytes, or of its stamp where it is too large. */
    private String tag(FileResolver.Named.File file, Body body) throws IOException {
        if (file.stamp().size() > settings.hashLimit()) {
            return EntityTagGenerator.ofStamp(file.stamp());
        }
        return switch (body) {
            case Body.InMemory memory ->
                EntityTagGenerator.ofContent(memory.bytes().nioBuffer());
            case Body.InFile open ->
                EntityTagGenerator.ofContent(open.channel(), file.stamp().size());
            default -> throw new IllegalStateException("a file is never " + body);
        };
    }

    private @Nullable FileContentMetadata remembered(DocumentPath path, FileResolver.Named.File file) {
        FileStamp stamp = file.stamp();
        if (stamp.size() > IN_MEMORY) {
            return largeTags.find(path.key(), file.state());
        }
        FileContentMetadata digest = stamp.isRecognizable() ? smallTags.find(stamp.identity(), file.state()) : null;
        // A file may have several names, each with a type of its own.
        return digest != null && FileExtensionMediaTypes.of(file.name()).startsWith(digest.mediaType()) ? digest : null;
    }

    /** Remembers the digest of a file that is known to have had this state before and after it was read. */
    private void remember(DocumentPath path, FileResolver.Named.File file, FileContentMetadata digest) {
        FileStamp stamp = file.stamp();
        if (stamp.size() > IN_MEMORY) {
            largeTags.remember(path.key(), file.state(), digest);
        } else if (stamp.isRecognizable()) {
            smallTags.remember(stamp.identity(), file.state(), digest);
        }
    }

    /** Returns true if every later write leads to another state. */
    private boolean isLasting(FileStamp stamp) {
        return isFlushed(stamp.modifiedNanos())
                && (stamp.changedNanos() == FileStamp.UNKNOWN || isFlushed(stamp.changedNanos()));
    }

    /** A file that was written a moment ago may change again without its time changing. */
    private boolean isFlushed(long nanos) {
        long age = clock.millis() - TimeUnit.NANOSECONDS.toMillis(nanos);
        return Math.abs(age) > SETTLED_MILLIS;
    }
}
