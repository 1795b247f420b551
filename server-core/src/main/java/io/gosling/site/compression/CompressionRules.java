package io.gosling.site.compression;

import io.gosling.document.DocumentPath;
import io.gosling.document.FileExtensionMediaTypes;
import io.gosling.http.MediaType;
import io.gosling.site.rules.PathPattern;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which texts are sent compressed.
 *
 * @param precompressed codings whose files lie beside the documents ({@code page.html.br})
 * @param gzip true if texts are compressed here: documents once for each object in memory, where no file lies beside
 *     them, and other answers while they are sent ({@link GzipFilter})
 * @param least bytes below which compression does not pay
 * @param most bytes beyond which nothing is compressed here
 * @param except paths whose answers, documents apart, are not compressed
 */
public record CompressionRules(
        List<ContentCoding> precompressed, boolean gzip, int least, int most, List<PathPattern> except) {
    /** File name extensions of documents that compress well. */
    private static final Set<String> TEXTS = Set.of("""
        html htm xhtml css js mjs cjs json map jsonld geojson webmanifest xml xsl xsd rss atom
        txt text md markdown csv tsv ics vcf vtt yaml yml svg wasm ttf otf eot ico bmp ps eps
        rtf tar\
        """.split("\\s+"));

    /** The types of these extensions, and other names of theirs. */
    private static final Set<String> TYPES = Stream.concat(
                    TEXTS.stream().map(extension -> FileExtensionMediaTypes.of("x." + extension)),
                    Stream.of("application/javascript", "application/x-javascript", "image/vnd.microsoft.icon"))
            .filter(type -> !type.equals(FileExtensionMediaTypes.of("")))
            .collect(Collectors.toUnmodifiableSet());

    private static final String EVENTS = "text/event-stream";

    /**
     * The texts among the media types that are sent as things happen ({@code StreamingMediaTypes.USUAL}), without
     * events.
     */
    private static final List<String> STREAMS = List.of("application/stream+json", "application/grpc");

    public CompressionRules {
        precompressed = List.copyOf(precompressed);
        except = List.copyOf(except);
        if (least < 0 || most < least || most > 1 << 30) {
            throw new IllegalArgumentException("compression from " + least + " to " + most + " bytes; expected 0 to "
                    + (1 << 30) + ", the smaller one first");
        }
    }

    /** Rules without exceptions. */
    public CompressionRules(List<ContentCoding> precompressed, boolean gzip, int least, int most) {
        this(precompressed, gzip, least, most, List.of());
    }

    public static CompressionRules none() {
        return new CompressionRules(List.of(), false, 256, 4 << 20);
    }

    public List<ContentCoding> codings() {
        EnumSet<ContentCoding> codings = EnumSet.noneOf(ContentCoding.class);
        codings.addAll(precompressed);
        if (gzip) {
            codings.add(ContentCoding.GZIP);
        }
        return new ArrayList<>(codings);
    }

    /** Returns whether documents of this name compress well; pictures and archives are compressed already. */
    public static boolean fits(DocumentPath path) {
        if (path.isDirectory()) {
            return true;
        }
        String name = path.segments().getLast();
        return TEXTS.contains(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    }

    /**
     * Returns whether content compresses well: the types of those names, and others that are text. Not what may last
     * for hours: a compressor of 256 KiB for each would save little.
     *
     * @param length -1 where it is not known, as that of streams
     */
    static boolean isText(@Nullable String contentType, long length) {
        MediaType type = contentType == null ? null : MediaType.parse(contentType);
        if (type == null || type.essence().equals(EVENTS)) {
            return false;
        }
        if (length < 0 && STREAMS.stream().anyMatch(type.essence()::startsWith)) {
            return false;
        }
        return type.type().equals("text")
                || type.subtype().endsWith("+json")
                || type.subtype().endsWith("+xml")
                || TYPES.contains(type.essence());
    }

    /** Returns whether content is neither too short nor too long; -1 stands for a length that is not known. */
    boolean fitsLength(long length) {
        return length < 0 || (length >= least && length <= most);
    }

    /**
     * Returns whether an answer to this raw path stays as it is: it is one of the exceptions, or there are some and the
     * path has no canonical form to compare.
     */
    boolean excepts(String rawPath) {
        if (except.isEmpty()) {
            return false;
        }
        DocumentPath path = DocumentPath.find(rawPath);
        return path == null || except.stream().anyMatch(pattern -> pattern.fits(path.key()));
    }
}
