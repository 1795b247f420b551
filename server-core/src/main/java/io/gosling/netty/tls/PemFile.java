package io.gosling.netty.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The blocks of a PEM file (RFC 7468); text between them is skipped. */
record PemFile(Path path, List<Block> blocks) {
    private static final long LONGEST = 1 << 20;
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*([A-Za-z0-9+/=\\s]*?)-----END \\1-----");
    private static final Pattern ANY_BLOCK = Pattern.compile("-----BEGIN ");

    record Block(String label, byte[] der) {}

    static PemFile read(Path path) throws IOException {
        String text = text(path);
        List<Block> blocks = new ArrayList<>();
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            blocks.add(new Block(block.group(1), decoded(path, block.group(2))));
        }
        // Old formats carry headers inside a block; their labels are still worth a message.
        if (blocks.isEmpty() && !ANY_BLOCK.matcher(text).find()) {
            throw unusable(path, "not PEM; expected text with -----BEGIN ...----- lines");
        }
        return new PemFile(path, List.copyOf(blocks));
    }

    List<byte[]> labelled(String label) {
        return blocks.stream()
                .filter(block -> block.label().equals(label))
                .map(Block::der)
                .toList();
    }

    boolean has(String label) {
        return blocks.stream().anyMatch(block -> block.label().equals(label));
    }

    /** The complaint about a file of certificates or keys; callers find the setting that names it by its path. */
    static FileSystemException unusable(Path path, String problem) {
        return new FileSystemException(path.toString(), null, problem);
    }

    private static String text(Path path) throws IOException {
        try {
            if (Files.size(path) > LONGEST) {
                throw unusable(path, "longer than 1 MiB; expected a PEM file");
            }
            return Files.readString(path, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw unusable(path, "no such file");
        } catch (AccessDeniedException e) {
            throw unusable(path, "this user may not read it");
        }
    }

    private static byte[] decoded(Path path, String base64) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw unusable(path, "a block is not base64: " + e.getMessage());
        }
    }
}
