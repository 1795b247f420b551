package io.gosling.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A form that was received completely, urlencoded or multipart (WHATWG HTML, section 4.10.21; RFC 7578). Fields are
 * text in UTF-8; files are parts. Used by the request's thread, while the request is not done.
 */
public final class Form {
    private static final String ATTRIBUTE = Form.class.getName();

    private final Parameters fields;
    private final List<Part> files;

    private Form(Parameters fields, List<Part> files) {
        this.fields = fields;
        this.files = List.copyOf(files);
    }

    static Form of(Request request, FormLimits limits) throws IOException {
        Form read = request.attribute(ATTRIBUTE, Form.class);
        if (read == null) {
            MediaType type = request.contentType();
            boolean urlencoded = type != null && type.is("application/x-www-form-urlencoded");
            read = urlencoded ? urlencoded(request, limits) : multipart(request, limits);
            request.attributes().put(ATTRIBUTE, read);
        }
        return read;
    }

    private static Form urlencoded(Request request, FormLimits limits) throws IOException {
        byte[] body = bounded(request.body(), limits.textBytes());
        return new Form(Parameters.parse(new String(body, StandardCharsets.ISO_8859_1), limits.fields()), List.of());
    }

    private static Form multipart(Request request, FormLimits limits) throws IOException {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        List<Part> files = new ArrayList<>();
        int room = limits.textBytes();
        MultipartReader parts = MultipartReader.of(request, limits);
        for (Part part = parts.next(); part != null; part = parts.next()) {
            if (part.fileName() != null) {
                files.add(BufferedPart.of(part, limits, request));
            } else {
                byte[] text = bounded(part.open(), room);
                room -= text.length;
                texts.computeIfAbsent(part.name(), first -> new ArrayList<>(1)).add(Utf8Decoder.decode(text));
            }
        }
        return new Form(Parameters.of(texts), files);
    }

    private static byte[] bounded(InputStream in, int most) throws IOException {
        byte[] bytes = in.readNBytes(most);
        if (bytes.length == most && in.read() >= 0) {
            throw new StatusException(413, "the form's text has more bytes than are taken");
        }
        return bytes;
    }

    /** The fields that are text. */
    public Parameters fields() {
        return fields;
    }

    /** The first value of a field, or null when it is absent. */
    public @Nullable String first(String name) {
        return fields.first(name);
    }

    /** The first file of this field, or null when there is none. One that the user did not choose has no name. */
    public @Nullable Part file(String name) {
        return files.stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** All files, in their order. */
    public List<Part> files() {
        return files;
    }
}
