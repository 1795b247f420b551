package io.gosling.dispatcher.settings;

import io.gosling.document.FileExtensionMediaTypes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pages that clients get with the errors of a front-end itself, read once from their files. Immutable. */
public record ErrorPages(Map<Integer, Page> pages) {
    public static final ErrorPages NONE = new ErrorPages(Map.of());

    private static final int MOST_BYTES = 64 << 10;

    /** A page; its bytes are not to be changed. */
    public record Page(String mediaType, byte[] bytes) {}

    public ErrorPages {
        pages = Map.copyOf(pages);
    }

    /** @throws IllegalArgumentException for a status or file that cannot be used */
    static ErrorPages read(Map<String, String> files) {
        Map<Integer, Page> pages = new HashMap<>();
        files.forEach((status, file) -> {
            if (!status.matches("[45][0-9][0-9]")) {
                throw new IllegalArgumentException("not a status from 400 to 599: " + status);
            }
            pages.put(Integer.valueOf(status), page(Path.of(file)));
        });
        return new ErrorPages(pages);
    }

    private static Page page(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IllegalArgumentException("larger than 64 KiB: " + file);
            }
            return new Page(FileExtensionMediaTypes.of(file.toString()), bytes);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read: " + file, e);
        }
    }

    public @Nullable Page of(int status) {
        return pages.get(status);
    }
}
