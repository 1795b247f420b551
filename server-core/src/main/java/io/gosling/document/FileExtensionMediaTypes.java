package io.gosling.document;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Media types by file name extension; text types say UTF-8 where the text is UTF-8. */
public final class FileExtensionMediaTypes {
    private static final String UNKNOWN = "application/octet-stream";
    private static final String UTF8 = "; charset=utf-8";

    private static final Map<String, String> TYPES = table("""
            html htm shtml = text/html
            xhtml = application/xhtml+xml
            css = text/css
            js mjs cjs = text/javascript
            json map = application/json
            jsonld = application/ld+json
            geojson = application/geo+json
            webmanifest = application/manifest+json
            xml xsl xsd = application/xml
            rss = application/rss+xml
            atom = application/atom+xml
            txt text log conf ini = text/plain
            md markdown = text/markdown
            csv = text/csv
            tsv = text/tab-separated-values
            ics = text/calendar
            vcf = text/vcard
            vtt = text/vtt
            yaml yml = application/yaml
            svg = image/svg+xml
            png apng = image/png
            jpg jpeg jpe = image/jpeg
            gif = image/gif
            webp = image/webp
            avif = image/avif
            ico = image/x-icon
            bmp = image/bmp
            tif tiff = image/tiff
            woff = font/woff
            woff2 = font/woff2
            ttf = font/ttf
            otf = font/otf
            eot = application/vnd.ms-fontobject
            mp3 = audio/mpeg
            m4a = audio/mp4
            aac = audio/aac
            oga ogg opus = audio/ogg
            wav = audio/wav
            flac = audio/flac
            weba = audio/webm
            mp4 m4v = video/mp4
            webm = video/webm
            ogv = video/ogg
            mov = video/quicktime
            avi = video/x-msvideo
            mkv = video/matroska
            ts = video/mp2t
            m3u8 = application/vnd.apple.mpegurl
            mpd = application/dash+xml
            wasm = application/wasm
            pdf = application/pdf
            ps eps = application/postscript
            rtf = application/rtf
            epub = application/epub+zip
            zip = application/zip
            gz tgz = application/gzip
            bz2 = application/x-bzip2
            xz = application/x-xz
            zst = application/zstd
            7z = application/x-7z-compressed
            tar = application/x-tar
            jar war = application/java-archive
            doc = application/msword
            docx = application/vnd.openxmlformats-officedocument.wordprocessingml.document
            xls = application/vnd.ms-excel
            xlsx = application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
            ppt = application/vnd.ms-powerpoint
            pptx = application/vnd.openxmlformats-officedocument.presentationml.presentation
            odt = application/vnd.oasis.opendocument.text
            ods = application/vnd.oasis.opendocument.spreadsheet
            """);

    private FileExtensionMediaTypes() {}

    /** The type of a file of this name, with the charset that text has as a rule. */
    public static String of(String fileName) {
        String extension = fileName.substring(fileName.lastIndexOf('.') + 1);
        return TYPES.getOrDefault(extension.toLowerCase(Locale.ROOT), UNKNOWN);
    }

    private static Map<String, String> table(String lines) {
        Map<String, String> types = new HashMap<>();
        lines.lines().forEach(line -> {
            int equals = line.indexOf(" = ");
            String type = line.substring(equals + 3);
            boolean text = type.startsWith("text/");
            for (String extension : line.substring(0, equals).split(" ")) {
                types.put(extension, text ? type + UTF8 : type);
            }
        });
        return Map.copyOf(types);
    }
}
