package io.gosling.tools.trace;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/** The compression of a file, derived from the end of its name. */
enum FileCompression {
    NONE(""),
    GZ(".gz"),
    XZ(".xz"),
    ZST(".zst");

    private final String suffix;

    FileCompression(String suffix) {
        this.suffix = suffix;
    }

    static FileCompression of(String name) {
        return Arrays.stream(values())
                .filter(packing -> packing != NONE && name.endsWith(packing.suffix))
                .findFirst()
                .orElse(NONE);
    }

    String inside(String name) {
        return name.substring(0, name.length() - suffix.length());
    }

    InputStream unpack(InputStream in) throws IOException {
        return switch (this) {
            case NONE -> in;
            case GZ -> new GZIPInputStream(in, 1 << 16);
            case XZ -> new XZInputStream(in);
            case ZST -> new ZstdInputStream(in);
        };
    }
}
