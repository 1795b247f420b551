package io.gosling.document;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.testing.ManualTicker;
import io.gosling.testing.Site;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentRootTest {
    private static final FileNameRules RULES = new FileNameRules(false);
    private final Site site = Site.empty();

    @AfterEach
    void deleteSite() {
        site.close();
    }

    @Test
    void aFileIsFoundWithItsTypeAndTag() throws IOException {
        site.file("a/page.html", "<p>hello");
        try (Document document = found("/a/page.html")) {
            assertEquals("text/html; charset=utf-8", document.representation().mediaType());
            assertEquals(8, document.representation().length());
            assertTrue(document.representation().etag().matches("\"[A-Za-z0-9_-]{22}\""));
            assertEquals(ResponseSource.LOCAL_DISK, document.provenance().from());
            assertArrayEquals(site.bytes("a/page.html"), bytes(document));
        }
    }

    @Test
    void largeFilesAreHandedOutOpenWithTheSameKindOfTag() throws IOException {
        site.file("big.bin", Site.noise(300_000, 1)).file("copy/big.bin", Site.noise(300_000, 1));
        try (Document big = found("/big.bin");
                Document again = found("/big.bin");
                Document copy = found("/copy/big.bin")) {
            assertInstanceOf(Body.InFile.class, big.body());
            assertArrayEquals(site.bytes("big.bin"), bytes(big));
            assertEquals(big.representation().etag(), copy.representation().etag());
            assertEquals(big.representation().etag(), again.representation().etag());
            assertEquals("application/octet-stream", big.representation().mediaType());
        }
    }

    @Test
    void filesAboveTheHashLimitAreTaggedBySizeAndTime() throws IOException {
        site.file("big.bin", Site.noise(1000, 1));
        DocumentRoot root = DocumentRoot.at(site.directory(), new DocumentRoot.Settings("n1", 999));
        try (Document big = assertInstanceOf(LookupResult.Found.class, root.find(DocumentPath.parse("/big.bin")))
                .document()) {
            assertTrue(big.representation().etag().startsWith("\"3e8."));
        }
    }

    @Test
    void aDirectoryGivesItsIndexAndWantsItsSlash() throws IOException {
        site.file("index.html", "root").file("a/index.html", "a").file("b/c.txt", "c");
        try (Document root = found("/");
                Document a = found("/a/")) {
            assertEquals(4, root.representation().length());
            assertEquals(1, a.representation().length());
        }
        assertEquals(new LookupResult.Moved("/a/"), find("/a"));
        assertEquals(new LookupResult.Absent(), find("/b/"));
    }

    @ParameterizedTest
    @CsvSource({"/none", "/a.txt/", "/a.txt/x", "/a.txt/x/y", "/A.TXT", "/none/x"})
    void whatIsNotThereIsAbsent(String path) throws IOException {
        site.file("a.txt", "a");
        assertEquals(new LookupResult.Absent(), find(path));
    }

    @Test
    void namesThatNoFileSystemHasRoomForAreAbsent() throws IOException {
        assertEquals(new LookupResult.Absent(), find("/" + "a".repeat(300)));
        assertEquals(new LookupResult.Absent(), find("/" + "a/".repeat(3000)));
        assertEquals(new LookupResult.Absent(), find("/" + "%E3%81%82".repeat(100)));
        assertEquals(new LookupResult.Absent(), find(("/" + "b".repeat(199)).repeat(22) + "/"));
    }

    @Test
    void linksAreFollowedInsideTheRootAndRefusedOutOfIt() throws IOException {
        try (Site outside = Site.empty().file("secret.txt", "secret").file("d/secret.txt", "secret")) {
            site.file("real/a.txt", "a")
                    .link("in.txt", Path.of("real/a.txt"))
                    .link("in", site.directory().resolve("real"))
                    .link("out.txt", outside.directory().resolve("secret.txt"))
                    .link("out", outside.directory())
                    .link("up", Path.of(".."))
                    .link("loop", Path.of("loop"))
                    .link("gone", Path.of("nowhere"));
            found("/in.txt").close();
            found("/in/a.txt").close();
            assertInstanceOf(LookupResult.Refused.class, find("/out.txt"));
            assertInstanceOf(LookupResult.Refused.class, find("/out/secret.txt"));
            assertInstanceOf(LookupResult.Refused.class, find("/out/d/"));
            assertInstanceOf(LookupResult.Refused.class, find("/up/"));
            assertInstanceOf(LookupResult.Refused.class, find("/loop"));
            assertEquals(new LookupResult.Absent(), find("/gone"));
        }
    }

    @Test
    void hiddenFilesAreRefusedWhetherTheyExistOrNot() throws IOException {
        site.file(".git/config", "x").file(".well-known/security.txt", "Contact:");
        assertInstanceOf(LookupResult.Refused.class, find("/.git/config"));
        assertInstanceOf(LookupResult.Refused.class, find("/.none"));
        found("/.well-known/security.txt").close();
    }

    @Test
    void aFileThatMayNotBeReadIsRefused() throws IOException {
        site.file("a.txt", "a");
        DocumentRoot root = root(new Watched() {
            @Override
            public FileChannel open(Path path) throws IOException {
                throw new AccessDeniedException(path.toString());
            }
        });
        assertInstanceOf(LookupResult.Refused.class, root.find(DocumentPath.parse("/a.txt")));
    }

    @Test
    void aFileSystemThatFoldsCaseGivesAFileOneNameOnly() throws IOException {
        site.file("page.html", "x");
        DocumentRoot root = root(new Watched() {
            @Override
            public Path real(Path path) throws IOException {
                return super.real(lower(path));
            }

            @Override
            public Path spelled(Path path) throws IOException {
                return super.spelled(lower(path));
            }

            @Override
            public FileState attributes(Path path) throws IOException {
                return super.attributes(lower(path));
            }

            private Path lower(Path path) {
                return path.resolveSibling(path.getFileName().toString().toLowerCase(java.util.Locale.ROOT));
            }
        });
        assertEquals(new LookupResult.Absent(), root.find(DocumentPath.parse("/PAGE.html")));
        assertInstanceOf(LookupResult.Found.class, root.find(DocumentPath.parse("/page.html")))
                .document()
                .close();
    }

    @Test
    void aFileThatShrinksWhileItIsReadIsReadAgain() throws IOException {
        site.file("a.txt", "before, and longer");
        AtomicInteger opened = new AtomicInteger();
        DocumentRoot root = root(new Watched() {
            @Override
            public FileChannel open(Path path) throws IOException {
                if (opened.getAndIncrement() == 0) {
                    site.file("a.txt", "after");
                }
                return super.open(path);
            }
        });
        try (Document document = assertInstanceOf(LookupResult.Found.class, root.find(DocumentPath.parse("/a.txt")))
                .document()) {
            assertArrayEquals(site.bytes("a.txt"), bytes(document));
            assertEquals(2, opened.get());
        }
    }

    @Test
    void aFileThatIsReplacedByALinkToTheOutsideWhileItIsReadIsRefused() throws IOException {
        try (Site outside = Site.empty().file("d/a.txt", "secret")) {
            site.file("d/a.txt", "public");
            DocumentRoot root = root(new Watched() {
                private boolean swapped;

                @Override
                public FileChannel open(Path path) throws IOException {
                    if (!swapped) {
                        swapped = true;
                        Files.move(
                                site.directory().resolve("d"), site.directory().resolve("e"));
                        site.link("d", outside.directory().resolve("d"));
                    }
                    return super.open(path);
                }
            });
            assertInstanceOf(LookupResult.Refused.class, root.find(DocumentPath.parse("/d/a.txt")));
        }
    }

    @Test
    void aCheckTellsUnchangedChangedAndGone() throws IOException {
        site.file("a.txt", "one");
        DocumentRoot root = DocumentRoot.at(site.directory());
        DocumentPath path = DocumentPath.parse("/a.txt");
        FileStamp stamp;
        try (Document document = found("/a.txt")) {
            stamp = document.stamp();
        }
        assertEquals(RevalidationResult.UNCHANGED, root.check(path, stamp));
        assertEquals(RevalidationResult.CHANGED, root.check(path, null));
        Files.setLastModifiedTime(site.directory().resolve("a.txt"), FileTime.from(Instant.ofEpochSecond(1)));
        assertEquals(RevalidationResult.CHANGED, root.check(path, stamp));
        Files.delete(site.directory().resolve("a.txt"));
        assertEquals(RevalidationResult.GONE, root.check(path, stamp));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100_000})
    void aTagIsNotRememberedForAFileThatWasWrittenAMomentAgo(int size) throws IOException {
        site.file("big.bin", Site.noise(size, 1));
        Path file = site.directory().resolve("big.bin");
        FileTime time = FileTime.from(Instant.ofEpochSecond(1_000_000));
        Files.setLastModifiedTime(file, time);
        DocumentRoot root = new DocumentRoot(
                new FileResolver(site.directory(), RULES, FileSystemOperations.system(), Ticker.system()),
                DocumentRoot.Settings.defaults(),
                EntityTagCache.ofSmallFiles(),
                InstantSource.fixed(Instant.ofEpochSecond(1_000_001)));
        String before = tag(root);
        try (FileChannel channel = FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), 0);
        }
        Files.setLastModifiedTime(file, time);
        assertNotEquals(before, tag(root));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100_000})
    void anotherFileOfTheSameSizeAndTimeHasATagOfItsOwn(int size) throws IOException {
        FileTime time = FileTime.from(Instant.ofEpochSecond(1_000_000));
        Path file = site.directory().resolve("big.bin");
        Path other = site.directory().resolve("other.bin");
        site.file("big.bin", Site.noise(size, 1));
        site.file("other.bin", Site.noise(size, 2));
        Files.setLastModifiedTime(file, time);
        Files.setLastModifiedTime(other, time);
        DocumentRoot root = DocumentRoot.at(site.directory());
        String before = tag(root);
        assertEquals(before, tag(root));
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        assertNotEquals(before, tag(root));
    }

    @Test
    void aDirectoryThatBecomesALinkToOtherFilesIsNoticedAtOnce() throws IOException {
        site.file("d/page.html", "inside");
        DocumentRoot root = DocumentRoot.at(site.directory());
        DocumentPath path = DocumentPath.parse("/d/page.html");
        root.find(path, BodyBufferAllocator.none());
        try (Site outside = Site.empty()) {
            outside.file("page.html", "beyond");
            Files.move(site.directory().resolve("d"), site.directory().resolve("e"));
            Files.createSymbolicLink(site.directory().resolve("d"), outside.directory());
            assertInstanceOf(LookupResult.Refused.class, root.find(path));
        }
    }

    @Test
    void aPathIsKnownForAMomentAndWhileItsFileIsTheSame() throws IOException {
        ManualTicker ticker = new ManualTicker();
        ResolvedPathCache resolved = new ResolvedPathCache(ticker);
        DocumentPath path = DocumentPath.parse("/a");
        FileState state = state(3);
        resolved.add(path, state);
        assertTrue(resolved.knows(path, state));
        assertFalse(resolved.knows(path, state(4)));
        assertFalse(resolved.knows(DocumentPath.parse("/b"), state));
        ticker.advance(Duration.ofSeconds(2));
        assertFalse(resolved.knows(path, state));
        FileState unknown = state(FileStamp.UNKNOWN);
        resolved.add(path, unknown);
        assertFalse(resolved.knows(path, unknown));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100_000})
    void aRewriteOfTheSameSizeWithinOneTickOfTheFilesTimeIsNoticed(int size) throws IOException {
        AtomicLong now = new AtomicLong(1_000_000_500);
        AtomicInteger opened = new AtomicInteger();
        FileSystemOperations view = new Watched() {
            @Override
            public FileChannel open(Path path) throws IOException {
                opened.incrementAndGet();
                return super.open(path);
            }
        };
        DocumentRoot root = new DocumentRoot(
                new FileResolver(site.directory(), RULES, view, Ticker.system()),
                DocumentRoot.Settings.defaults(),
                EntityTagCache.ofSmallFiles(),
                () -> Instant.ofEpochMilli(now.get()));
        DocumentPath path = DocumentPath.parse("/big.bin");
        write("big.bin", Site.noise(size, 1));
        FileStamp first = stamp(root);
        assertEquals(RevalidationResult.UNCHANGED, root.check(path, first));
        write("big.bin", Site.noise(size, 2));
        assertEquals(RevalidationResult.CHANGED, root.check(path, first));
        FileStamp second = stamp(root);
        assertEquals(
                RevalidationResult.CHANGED, root.check(path, first), "also after somebody else has read the new one");
        now.addAndGet(10_000);
        assertEquals(RevalidationResult.UNCHANGED, root.check(path, second));
        int before = opened.get();
        assertEquals(RevalidationResult.UNCHANGED, root.check(path, second));
        assertEquals(RevalidationResult.CHANGED, root.check(path, first));
        assertEquals(before, opened.get(), "a settled file is hashed once");
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100_000})
    void aTagIsNotThatOfOtherBytesOfTheSameFileSizeAndTime(int size) throws IOException {
        DocumentRoot root = muchLater(FileSystemOperations.system());
        write("big.bin", Site.noise(size, 1));
        String before = tag(root);
        assertEquals(before, tag(root));
        long changed = changed("big.bin");
        do {
            write("big.bin", Site.noise(size, 2));
        } while (changed("big.bin") == changed);
        assertNotEquals(before, tag(root));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100_000})
    void aTagIsNotRememberedForAFileInWhosePlaceAnotherWasRead(int size) throws IOException {
        write("d/big.bin", Site.noise(size, 1));
        write("f/big.bin", Site.noise(size, 2));
        DocumentPath path = DocumentPath.parse("/d/big.bin");
        String first = EntityTagGenerator.ofContent(ByteBuffer.wrap(site.bytes("d/big.bin")));
        String second = EntityTagGenerator.ofContent(ByteBuffer.wrap(site.bytes("f/big.bin")));
        AtomicInteger opened = new AtomicInteger();
        DocumentRoot root = muchLater(new Watched() {
            @Override
            public FileChannel open(Path file) throws IOException {
                if (opened.getAndIncrement() == 0) {
                    rename("d", "e");
                    rename("f", "d");
                }
                return super.open(file);
            }
        });
        assertEquals(second, tag(root, path));
        rename("d", "f");
        rename("e", "d");
        assertEquals(first, tag(root, path));
    }

    @Test
    void aSettledSmallFileIsHashedOnceAndReadEachTime() throws IOException {
        EntityTagCache tags = EntityTagCache.ofSmallFiles();
        DocumentRoot root = new DocumentRoot(
                new FileResolver(site.directory(), RULES, FileSystemOperations.system(), Ticker.system()),
                DocumentRoot.Settings.defaults(),
                tags,
                () -> Instant.ofEpochSecond(2_000_000));
        write("big.bin", Site.noise(10, 1));
        FileState state =
                FileSystemOperations.system().attributes(site.directory().resolve("big.bin"));
        assumeTrue(state.stamp().changedNanos() != FileStamp.UNKNOWN, "this system does not tell of changes");
        assertNull(tags.find(state.stamp().identity(), state));
        FileContentMetadata digest = new FileContentMetadata(tag(root), "application/octet-stream");
        assertEquals(digest, tags.find(state.stamp().identity(), state));
        String type = "application/octet-stream";
        tags.remember(state.stamp().identity(), state, new FileContentMetadata("\"remembered\"", type));
        assertEquals("\"remembered\"", tag(root));
    }

    @Test
    void theLeastRecentlyUsedTagIsForgotten() {
        EntityTagCache tags = new EntityTagCache(2);
        FileState state = state(4);
        FileContentMetadata digest = new FileContentMetadata("\"a\"", "text/html");
        tags.remember("a", state, digest);
        tags.remember("b", state, digest);
        assertEquals(digest, tags.find("a", state));
        tags.remember("c", state, digest);
        assertEquals(digest, tags.find("a", state));
        assertNull(tags.find("b", state));
        assertNull(tags.find("a", state(5)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 100_000})
    void bytesAreReadOnceIntoTheDestinationThatTheCallerGives(int size) throws IOException {
        site.file("a.bin", Site.noise(size, 1));
        AtomicInteger opened = new AtomicInteger();
        DocumentRoot root = root(new Watched() {
            @Override
            public FileChannel open(Path path) throws IOException {
                opened.incrementAndGet();
                return super.open(path);
            }
        });
        ByteBuf given = Unpooled.directBuffer(Math.max(1, size));
        try (Document document = assertInstanceOf(
                        LookupResult.Found.class, root.find(DocumentPath.parse("/a.bin"), length -> {
                            assertEquals(size, length);
                            return given;
                        }))
                .document()) {
            assertSame(
                    given,
                    assertInstanceOf(Body.InMemory.class, document.body()).bytes());
            assertArrayEquals(site.bytes("a.bin"), bytes(document));
            assertEquals(
                    EntityTagGenerator.ofContent(ByteBuffer.wrap(site.bytes("a.bin"))),
                    document.representation().etag());
            assertEquals(1, opened.get());
        }
        assertEquals(0, given.refCnt());
    }

    @Test
    void theDestinationOfAReadThatFailedIsReleased() throws IOException {
        site.file("a.txt", "before, and longer");
        AtomicInteger opened = new AtomicInteger();
        DocumentRoot root = root(new Watched() {
            @Override
            public FileChannel open(Path path) throws IOException {
                switch (opened.getAndIncrement()) {
                    case 0 -> site.file("a.txt", "shorter");
                    case 1 -> site.file("a.txt", "short");
                    default -> throw new AccessDeniedException(path.toString());
                }
                return super.open(path);
            }
        });
        List<ByteBuf> given = new ArrayList<>();
        LookupResult lookup = root.find(DocumentPath.parse("/a.txt"), length -> {
            given.add(Unpooled.directBuffer((int) length));
            return given.getLast();
        });
        assertInstanceOf(LookupResult.Refused.class, lookup);
        assertEquals(List.of(0, 0, 0), given.stream().map(ByteBuf::refCnt).toList());
    }

    @Test
    void linksAreFollowedOnceForAFileWithoutThemAndTwiceForOneBehindThem() throws IOException {
        site.file("d/a.txt", "a").link("in.txt", Path.of("d/a.txt"));
        AtomicInteger followed = new AtomicInteger();
        DocumentRoot root = root(new Watched() {
            @Override
            public Path real(Path path) throws IOException {
                followed.incrementAndGet();
                return super.real(path);
            }
        });
        assertInstanceOf(LookupResult.Found.class, root.find(DocumentPath.parse("/d/a.txt")))
                .document()
                .close();
        assertEquals(1, followed.getAndSet(0));
        assertInstanceOf(LookupResult.Found.class, root.find(DocumentPath.parse("/in.txt")))
                .document()
                .close();
        assertEquals(2, followed.get());
    }

    @ParameterizedTest
    @CsvSource({
        "d/a.txt, 0",
        "d/a.txt, 1",
        "d/a.txt, 2",
        "d/a.txt, 3",
        "in/a.txt, 0",
        "in/a.txt, 1",
        "in/a.txt, 2",
        "in/a.txt, 3",
        "in/a.txt, 4",
        "in/a.txt, 5",
        "in/a.txt, 6",
        "in/a.txt, 7",
        "in/a.txt, 8"
    })
    void aDirectoryThatBecomesALinkToTheOutsideBetweenAnyTwoStepsGivesNothingAway(String name, int step)
            throws IOException {
        try (Site outside = Site.empty().file("d/a.txt", "secret")) {
            site.file("d/a.txt", "public").link("in", Path.of("d"));
            AtomicInteger steps = new AtomicInteger();
            DocumentRoot root = root(new Watched() {
                private void step() throws IOException {
                    if (steps.getAndIncrement() == step) {
                        rename("d", "e");
                        site.link("d", outside.directory().resolve("d"));
                    }
                }

                @Override
                public Path real(Path path) throws IOException {
                    step();
                    return super.real(path);
                }

                @Override
                public Path spelled(Path path) throws IOException {
                    step();
                    return super.spelled(path);
                }

                @Override
                public FileState attributes(Path path) throws IOException {
                    step();
                    return super.attributes(path);
                }

                @Override
                public FileChannel open(Path path) throws IOException {
                    step();
                    return super.open(path);
                }
            });
            LookupResult lookup = root.find(DocumentPath.parse("/" + name));
            assertTrue(steps.get() > step, "there are only " + steps.get() + " steps");
            assertInstanceOf(LookupResult.Refused.class, lookup);
        }
    }

    /** Only the time of the last change tells, which no program can set back. */
    @ParameterizedTest
    @ValueSource(ints = {10, 100_000})
    void otherBytesInPlaceUnderTheSameTimeAreAChange(int size) throws IOException {
        DocumentRoot root = muchLater(FileSystemOperations.system());
        DocumentPath path = DocumentPath.parse("/big.bin");
        write("big.bin", Site.noise(size, 1));
        FileStamp before = stamp(root);
        assertEquals(RevalidationResult.UNCHANGED, root.check(path, before));
        long changed = changed("big.bin");
        do {
            write("big.bin", Site.noise(size, 2));
        } while (changed("big.bin") == changed);
        assertEquals(before.modifiedNanos(), stamp(root).modifiedNanos());
        assertEquals(RevalidationResult.CHANGED, root.check(path, before));
        assertEquals(RevalidationResult.UNCHANGED, root.check(path, stamp(root)));
        assertEquals(
                RevalidationResult.CHANGED,
                root.check(path, new FileStamp(size, before.modifiedNanos(), before.identity())),
                "a state without the time of the last change");
    }

    @Test
    void aFileThatWasWrittenAMomentAgoUnderAnOldTimeIsComparedByItsBytes() throws IOException {
        write("big.bin", Site.noise(10, 1));
        FileStamp young = stamp(DocumentRoot.at(site.directory()));
        assumeTrue(young.changedNanos() != FileStamp.UNKNOWN, "this system does not tell of changes");
        assertTrue(young.tag().startsWith("\""), "one more write may leave all times as they are");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 100_000})
    void aFileThatGrowsAllTheTimeIsServedAsItWas(int size) throws IOException {
        site.file("a.log", Site.noise(size, 1));
        Path log = site.directory().resolve("a.log");
        DocumentRoot root = root(new Watched() {
            @Override
            public FileChannel open(Path path) throws IOException {
                FileChannel opened = super.open(path);
                Files.write(log, new byte[] {'+'}, java.nio.file.StandardOpenOption.APPEND);
                return opened;
            }
        });
        for (int i = 0; i < 3; i++) {
            try (Document document = assertInstanceOf(LookupResult.Found.class, root.find(DocumentPath.parse("/a.log")))
                    .document()) {
                byte[] bytes = bytes(document);
                byte[] now = site.bytes("a.log");
                assertEquals(document.representation().length(), bytes.length);
                assertTrue(bytes.length >= size && bytes.length < now.length, bytes.length + " of " + now.length);
                assertArrayEquals(java.util.Arrays.copyOf(now, bytes.length), bytes);
                assertEquals(
                        EntityTagGenerator.ofContent(ByteBuffer.wrap(bytes)),
                        document.representation().etag());
                assertEquals(RevalidationResult.CHANGED, root.check(DocumentPath.parse("/a.log"), document.stamp()));
            }
        }
    }

    @Test
    void aGrowingFileThatIsTooLargeToHashIsServedWithItsLengthOfThen() throws IOException {
        site.file("a.log", Site.noise(100_000, 1));
        Path log = site.directory().resolve("a.log");
        DocumentRoot root = new DocumentRoot(
                new FileResolver(
                        site.directory(),
                        RULES,
                        new Watched() {
                            @Override
                            public FileChannel open(Path path) throws IOException {
                                Files.write(log, new byte[] {'+'}, java.nio.file.StandardOpenOption.APPEND);
                                return super.open(path);
                            }
                        },
                        Ticker.system()),
                new DocumentRoot.Settings("n1", 1000),
                EntityTagCache.ofSmallFiles(),
                InstantSource.system());
        try (Document document = assertInstanceOf(LookupResult.Found.class, root.find(DocumentPath.parse("/a.log")))
                .document()) {
            assertTrue(document.representation().length() > 100_000);
            assertEquals(document.representation().length(), bytes(document).length);
        }
    }

    /** The bytes read of it may be half of one state and half of another. */
    @Test
    void aFileThatIsRewrittenAllTheTimeIsNotServed() throws IOException {
        site.file("a.txt", "0");
        AtomicInteger writes = new AtomicInteger();
        DocumentRoot root = root(new Watched() {
            @Override
            public FileChannel open(Path path) throws IOException {
                int n = writes.incrementAndGet();
                site.file("a.txt", n + "x".repeat(n));
                return super.open(path);
            }
        });
        assertThrows(IOException.class, () -> root.find(DocumentPath.parse("/a.txt")));
    }

    @Test
    void noFileIsModifiedLaterThanNow() throws IOException {
        site.file("a.txt", "a");
        Path file = site.directory().resolve("a.txt");
        Instant now = Instant.now();
        for (Instant to : List.of(
                now.plusSeconds(86_400),
                Instant.parse("2400-01-01T00:00:00Z"),
                Instant.parse("1960-06-29T01:02:03Z"),
                Instant.EPOCH)) {
            Files.setLastModifiedTime(file, FileTime.from(to));
            Instant first;
            try (Document document = found("/a.txt")) {
                first = document.representation().lastModified();
            }
            assertFalse(first.isAfter(Instant.now()), first + " for " + to);
            assertTrue(to.isAfter(now) || first.equals(to), first + " for " + to);
            try (Document document = found("/a.txt")) {
                assertEquals(first, document.representation().lastModified(), "a client's own date is current");
            }
        }
    }

    private static FileState state(long changedNanos) {
        return new FileState(false, true, new FileStamp(1, 2, changedNanos, "inode", ""));
    }

    private void rename(String from, String to) throws IOException {
        Files.move(site.directory().resolve(from), site.directory().resolve(to));
    }

    private long changed(String name) throws IOException {
        FileState state =
                FileSystemOperations.system().attributes(site.directory().resolve(name));
        assumeTrue(state.stamp().changedNanos() != FileStamp.UNKNOWN, "this system does not tell of changes");
        return state.stamp().changedNanos();
    }

    /** A root whose files' times are long past. */
    private DocumentRoot muchLater(FileSystemOperations view) throws IOException {
        return new DocumentRoot(
                new FileResolver(site.directory(), RULES, view, Ticker.system()),
                DocumentRoot.Settings.defaults(),
                EntityTagCache.ofSmallFiles(),
                () -> Instant.ofEpochSecond(2_000_000));
    }

    /** Writes in place, at one and the same file time. */
    private void write(String name, byte[] bytes) throws IOException {
        site.file(name, bytes);
        Files.setLastModifiedTime(site.directory().resolve(name), FileTime.fromMillis(1_000_000_000));
    }

    private static FileStamp stamp(DocumentRoot root) throws IOException {
        try (Document document = assertInstanceOf(LookupResult.Found.class, root.find(DocumentPath.parse("/big.bin")))
                .document()) {
            return document.stamp();
        }
    }

    @Test
    void aFileWithoutReadPermissionIsRefused() throws IOException {
        site.file("a.txt", "a");
        Path file = site.directory().resolve("a.txt");
        assumeTrue(Files.getFileStore(file).supportsFileAttributeView("posix"), "this file system has no permissions");
        Files.setPosixFilePermissions(file, Set.of());
        assumeFalse(Files.isReadable(file), "root may read everything");
        assertInstanceOf(LookupResult.Refused.class, find("/a.txt"));
    }

    @Test
    void aSiteMustBeADirectory() {
        site.file("a.txt", "a");
        assertThrows(
                NotDirectoryException.class,
                () -> DocumentRoot.at(site.directory().resolve("a.txt")));
    }

    private static String tag(DocumentRoot root) throws IOException {
        return tag(root, DocumentPath.parse("/big.bin"));
    }

    private static String tag(DocumentRoot root, DocumentPath path) throws IOException {
        try (Document document =
                assertInstanceOf(LookupResult.Found.class, root.find(path)).document()) {
            return document.representation().etag();
        }
    }

    private LookupResult find(String path) throws IOException {
        return DocumentRoot.at(site.directory()).find(DocumentPath.parse(path));
    }

    private Document found(String path) throws IOException {
        return assertInstanceOf(LookupResult.Found.class, find(path)).document();
    }

    private DocumentRoot root(FileSystemOperations view) throws IOException {
        return new DocumentRoot(
                new FileResolver(site.directory(), RULES, view, Ticker.system()),
                DocumentRoot.Settings.defaults(),
                EntityTagCache.ofSmallFiles(),
                InstantSource.system());
    }

    private static byte[] bytes(Document document) throws IOException {
        return switch (document.body()) {
            case Body.InMemory memory -> ByteBufUtil.getBytes(memory.bytes());
            case Body.InFile file -> {
                ByteBuffer bytes = ByteBuffer.allocate((int) file.length());
                while (bytes.hasRemaining() && file.channel().read(bytes, bytes.position()) > 0) {}
                yield bytes.array();
            }
            case Body.Streamed streamed -> streamed.in().readAllBytes();
            case Body.Written written -> throw new AssertionError("a file is never " + written);
        };
    }

    /** The real file system, to be interfered with. */
    private static class Watched implements FileSystemOperations {
        private final FileSystemOperations system = FileSystemOperations.system();

        @Override
        public Path real(Path path) throws IOException {
            return system.real(path);
        }

        @Override
        public Path spelled(Path path) throws IOException {
            return system.spelled(path);
        }

        @Override
        public FileState attributes(Path path) throws IOException {
            return system.attributes(path);
        }

        @Override
        public FileChannel open(Path path) throws IOException {
            return system.open(path);
        }
    }
}
