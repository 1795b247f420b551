package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.Gosling;
import io.gosling.http.FormLimits;
import io.gosling.http.Part;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.http.routing.Router;
import io.gosling.testing.Site;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadTest {
    // example: an upload
    static Gosling uploads(Path directory) throws IOException {
        FormLimits limits = FormLimits.defaults().withPartBytes(50 << 20);
        Router routes = new Router().post("/photos", request -> {
            Part photo = request.form(limits).file("photo");
            if (photo == null || photo.length() == 0) {
                throw new StatusException(422, "no photo was chosen");
            }
            Path kept = directory.resolve(UUID.randomUUID() + ".photo");
            photo.saveTo(kept);
            return Response.text(photo.fileName() + " has " + photo.length() + " bytes")
                    .withStatus(201)
                    .with("Location", "/photos/" + kept.getFileName());
        });
        return Gosling.builder().set("limits.body", "60MiB").serve(routes);
    }
    // end

    @TempDir
    Path directory;

    @Test
    void aPhotoIsKept() throws Exception {
        byte[] photo = Site.noise(3_000_000, 1);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(("--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"goose.jpg\"\r\n"
                        + "Content-Type: image/jpeg\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(photo);
        body.writeBytes("\r\n--b--\r\n".getBytes(StandardCharsets.UTF_8));
        try (Gosling server = uploads(directory);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(server.url("/photos"))
                    .header("Content-Type", "multipart/form-data; boundary=b")
                    .POST(BodyPublishers.ofByteArray(body.toByteArray()))
                    .build();
            var response = client.send(request, BodyHandlers.ofString());
            assertEquals("goose.jpg has 3000000 bytes", response.body());
            String name = response.headers().firstValue("Location").orElse("").substring("/photos/".length());
            assertArrayEquals(photo, Files.readAllBytes(directory.resolve(name)));
        }
    }
}
