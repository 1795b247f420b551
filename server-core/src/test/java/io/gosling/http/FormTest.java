package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.FakeExchange;
import io.gosling.testing.Site;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {
    private static final String URLENCODED = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data; boundary=x";

    @TempDir
    Path directory;

    @Test
    void anUrlencodedFormIsReadOnce() throws Exception {
        FakeExchange request = post(URLENCODED + ";charset=UTF-8", "name=J%C3%BCrgen&ok=on");
        Form form = request.form();
        assertEquals("Jürgen", form.first("name"));
        assertEquals("on", form.first("ok"));
        assertNull(form.first("none"));
        assertSame(form, request.form());
    }

    @Test
    void aMultipartFormHasTextsAndFiles() throws Exception {
        Form form = post(
                        MULTIPART,
                        part("name=\"who\"", "Jürgen") + part("name=\"f\"; filename=\"a.txt\"", "bytes") + "--x--")
                .form();
        assertEquals("Jürgen", form.first("who"));
        Part file = form.file("f");
        assertEquals("a.txt", file == null ? null : file.fileName());
        assertEquals("bytes", text(form.files().getFirst()));
        assertEquals(5, form.files().getFirst().length());
        assertNull(form.file("who"));
    }

    @ParameterizedTest
    @CsvSource({
        "name=x;filename=a.txt, a.txt",
        "name=x;filename=\"C:\\dir\\a.txt\", a.txt",
        "name=x;filename=\"../../a.txt\", a.txt",
        "name=x;filename=\"a%22b.txt\", a\"b.txt",
        "name=x;filename=\"a\\\"b.txt\", a\"b.txt",
        "name=x;filename=\"Jürgen\", Jürgen",
        "name=x;filename=\"\", ''",
        "name=x;filename=\"a;b\", a;b",
    })
    void aFileNameIsWhatItSaysWithoutDirectories(String disposition, String expected) throws Exception {
        Form form = post(MULTIPART, part(disposition, "") + "--x--").form();
        assertEquals(expected, form.files().getFirst().fileName());
    }

    @Test
    void aLargeFileIsInATemporaryFileWhileTheRequestLasts() throws Exception {
        byte[] bytes = Site.noise(300_000, 1);
        String body = part("name=f;filename=f", new String(bytes, StandardCharsets.ISO_8859_1)) + "--x--";
        FormLimits limits = FormLimits.defaults().withMemory(1000, directory);
        Handler handler = request -> {
            Part file = request.form(limits).files().getFirst();
            assertEquals(bytes.length, file.length());
            assertEquals(List.of(bytes.length - 1000L), sizes());
            assertArrayEquals(bytes, file.open().readAllBytes());
            assertArrayEquals(bytes, file.open().readAllBytes());
            Path saved = directory.resolve("saved");
            file.saveTo(saved);
            assertArrayEquals(bytes, Files.readAllBytes(saved));
            Files.delete(saved);
            return Response.of(204);
        };
        FakeExchange.post("/", body.getBytes(StandardCharsets.ISO_8859_1), "Content-Type", MULTIPART)
                .answeredBy(handler);
        assertEquals(List.of(), sizes());
    }

    @Test
    void partsCanBeReadWhileTheyCome() throws Exception {
        FakeExchange request = post(MULTIPART, part("name=a", "1") + part("name=b;filename=b", "22") + "--x--");
        MultipartReader parts = request.parts(FormLimits.defaults());
        Part first = next(parts);
        assertEquals(-1, first.length());
        Part second = next(parts);
        assertThrows(IOException.class, () -> first.open().read());
        assertEquals("22", text(second));
        assertNull(parts.next());
        assertNull(parts.next());
    }

    @ParameterizedTest
    @CsvSource({"name=a&name=b&c=d, 413", "0123456789012345678901, 413", "a=%f, 400", "a=1&b=2, 0"})
    void anUrlencodedFormHasLimits(String body, int status) {
        FormLimits limits = new FormLimits(2, 20, 64, 0, 0, directory);
        assertEquals(status, status(post(URLENCODED, body), limits));
    }

    @Test
    void aMultipartFormHasLimits() {
        FormLimits limits = new FormLimits(2, 20, 64, 100, 10, directory);
        String text = part("name=a", "0123456789");
        String file = part("name=a;filename=a", "f".repeat(100));
        assertEquals(0, status(post(MULTIPART, text + text + "--x--"), limits));
        assertEquals(413, status(post(MULTIPART, text + text + text + "--x--"), limits));
        assertEquals(413, status(post(MULTIPART, text + part("name=a", "01234567890") + "--x--"), limits));
        assertEquals(0, status(post(MULTIPART, file + text + "--x--"), limits));
        assertEquals(413, status(post(MULTIPART, part("name=a;filename=a", "f".repeat(101)) + "--x--"), limits));
        assertEquals(431, status(post(MULTIPART, part("name=a;x=" + "y".repeat(30), "") + "--x--"), limits));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--x",
                "--x\r\n\r\n\r\n--x--",
                "--x\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--x--",
                "--x\r\nContent-Disposition: form-data; filename=a\r\n\r\n\r\n--x--",
                "--x\nContent-Disposition: form-data; name=a\n\n\n--x--",
                "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nunfinished",
                "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\u00ff\u00ff\r\n--x--",
                "--x\r\nContent-Disposition: form-data;\r\n name=a\r\n\r\n\r\n--x--",
            })
    void aMalformedFormIsTheClientsFault(String body) {
        FakeExchange request =
                FakeExchange.post("/", body.getBytes(StandardCharsets.ISO_8859_1), "Content-Type", MULTIPART);
        assertEquals(400, status(request, FormLimits.defaults()));
    }

    @Test
    void whatIsNoFormIsNotTaken() {
        assertEquals(415, status(FakeExchange.post("/", "a=b"), FormLimits.defaults()));
        assertEquals(415, status(post("text/plain", "a=b"), FormLimits.defaults()));
        assertEquals(400, status(post("multipart/form-data", "--x--"), FormLimits.defaults()));
        String coded =
                "--x\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n\r\n--x--";
        assertEquals(415, status(post(MULTIPART, coded), FormLimits.defaults()));
    }

    @Test
    void limitsHaveBounds() {
        Exception refused = assertThrows(
                IllegalArgumentException.class, () -> FormLimits.defaults().withPartBytes(-1));
        assertEquals("partBytes: -1 is out of bounds; expected 0 to 1099511627776", refused.getMessage());
    }

    private static FakeExchange post(String type, String body) {
        return FakeExchange.post("/", body, "Content-Type", type);
    }

    private static String part(String parameters, String content) {
        return "--x\r\nContent-Disposition: form-data; " + parameters + "\r\n\r\n" + content + "\r\n";
    }

    private static Part next(MultipartReader parts) throws IOException {
        Part part = parts.next();
        if (part == null) {
            throw new AssertionError("there is no further part");
        }
        return part;
    }

    private static String text(Part part) throws IOException {
        return new String(part.open().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** That of the refusal, or 0 when the form is taken. */
    private static int status(Request request, FormLimits limits) {
        try {
            request.form(limits);
            return 0;
        } catch (StatusException e) {
            return e.status();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<Long> sizes() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.toFile().length()).toList();
        }
    }
}
