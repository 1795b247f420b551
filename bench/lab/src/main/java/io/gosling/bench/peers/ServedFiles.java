package io.gosling.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** The files that every server serves: bytes that no coding makes smaller, the same in every run. */
record ServedFiles(Path root) {
    private static final Map<String, Integer> SIZES =
            Map.of("1k.bin", 1 << 10, "10k.bin", 10 << 10, "100k.bin", 100 << 10, "1m.bin", 1 << 20);

    /** Number of the files among which a load draws at random: 48 MB together. */
    static final int MANY = 6144;

    static final String FIRST_OF_MANY = "many/0.bin";
    private static final int BYTES_OF_MANY = 8 << 10;

    static ServedFiles write(Path root) throws IOException {
        for (Map.Entry<String, Integer> file : SIZES.entrySet()) {
            byte[] bytes = new byte[file.getValue()];
            new Random(bytes.length).nextBytes(bytes);
            Files.write(root.resolve(file.getKey()), bytes);
        }
        return new ServedFiles(root);
    }

    void writeMany() throws IOException {
        Path folder = Files.createDirectories(root.resolve("many"));
        Random random = new Random(MANY);
        byte[] bytes = new byte[BYTES_OF_MANY];
        for (int file = 0; file < MANY; file++) {
            random.nextBytes(bytes);
            Files.write(folder.resolve(file + ".bin"), bytes);
        }
    }

    byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(root.resolve(name));
    }
}
