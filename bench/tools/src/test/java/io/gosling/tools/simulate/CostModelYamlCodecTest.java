package io.gosling.tools.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostModelYamlCodecTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        for (String name : CostModel.names()) {
            CostModel costs = CostModel.named(name);
            Path file = Files.writeString(folder.resolve(name + ".yaml"), CostModelYamlCodec.yaml(costs));
            assertEquals(costs, CostModelYamlCodec.read(file));
        }
    }

    @Test
    void whatIsMissingIsNothingAndTheNameIsTheFiles() throws IOException {
        Path file =
                Files.writeString(folder.resolve("mine.yaml"), "connect-us: 2.5\nclose-us: 1\nsend-us: 0.01 # fast\n");
        assertEquals(new CostModel("mine", 2500, 1000, 10, 0, 0, 0, 0, 0, 0), CostModelYamlCodec.read(file));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "connect-us: 1               | 'close-us' is missing",
                "connect: 1                  | 'connect' is not known; expected name, connect-us",
                "connect-us: fast            | 'connect-us' is 'fast'; expected a number",
                "[1, 2]                      | no list of names and values",
                "'connect-us: [1'            | no YAML",
                "'{connect-us: -1, close-us: 1, send-us: 1}' | times are 0 to 2^40 ns",
                "'{connect-us: 0, close-us: 0, send-us: 1}'  | costs no processor time",
            })
    void aProfileThatIsWrongSaysWhat(String text, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.yaml"), text + "\n");
        IllegalArgumentException wrong =
                assertThrows(IllegalArgumentException.class, () -> CostModelYamlCodec.read(file), text);
        assertTrue(String.valueOf(wrong.getMessage()).contains(message), wrong::toString);
        assertTrue(String.valueOf(wrong.getMessage()).contains("bad.yaml"), wrong::toString);
    }

    @Test
    void listsAreReadAsTheyAreWritten() {
        assertEquals(List.of(1, 4, 8, 9, 10), SweepParser.numbers("--nodes", "8-10,1,4,9", 1, 1000));
        for (String wrong : List.of("", "0", "3-1", "1-2-3", "1001", "x", "1,,2")) {
            assertThrows(IllegalArgumentException.class, () -> SweepParser.numbers("--nodes", wrong, 1, 1000), wrong);
        }
        assertEquals(
                List.of(new SweepParser.Grade(1, 1), new SweepParser.Grade(2, 1.5)), SweepParser.grades("1,2:1.5"));
        assertEquals(List.of(0.5, 20.0), SweepParser.decimals("--k", "0.5,20", 0.1, 100));
    }
}
