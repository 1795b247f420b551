package io.gosling.site.compression;

import io.gosling.document.DocumentPath;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The rules by which documents of a site are sent compressed.
 *
 * @param precompressed codings whose files lie beside the documents ({@code page.html.br})
 * @param gzip true if documents are compressed here, once for each object in memory, where no file lies beside them
 * @param least bytes below which compression does not pay
 * @param most bytes beyond which a document is not compressed here
 */
public record Compression(List<ContentCoding> precompressed, boolean gzip, int least, int most) {
    /** File name extensions of documents that compress well. */
    private static final Set<String> TEXTS = Set.of("""
            html htm xhtml css js mjs cjs json map jsonld geojson webmanifest xml xsl xsd rss atom
            txt text md markdown csv tsv ics vcf vtt yaml yml svg wasm ttf otf eot ico bmp ps eps
            rtf tar""".split("\\s+"));

    public Compression {
        precompressed = List.copyOf(precompressed);
        if (least < 0 || most < least || most > 1 << 30) {
            throw new IllegalArgumentException("compression from " + least + " to " + most + " bytes; expected 0 to "
                    + (1 << 30) + ", the smaller one first");
        }
    }

    public static Compression none() {
        return new Compression(List.of(), false, 256, 4 << 20);
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
}
