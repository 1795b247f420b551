package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class OptionRangeTransformerTest {
    @Command(name = "pond")
    private static final class Pond extends ReportingVerb {
        @Option(names = "--depth", paramLabel = "M", description = "Of the water")
        @NumberRange(least = 0.5, most = 10_000, unit = "m")
        private double depth = 3;

        @Option(names = "--fish", paramLabel = "N", split = ",", description = "${RANGE}; of a kind.")
        @NumberRange(least = 1, most = 8)
        private List<Integer> fish = List.of(1, 2);

        @Override
        public ExitCode call() {
            return depth >= 0.5 && fish.stream().allMatch(one -> one >= 1) ? ExitCode.OK : ExitCode.FAILURE;
        }
    }

    @Test
    void theHelpStatesRangesAndDefaultsInTheOrderOfTheOptions() {
        CommandLine command = new CommandLine(new Pond());
        assertEquals(
                List.of("--depth", "--fish"),
                command.getCommandSpec().options().stream()
                        .map(CommandLine.Model.OptionSpec::longestName)
                        .toList());
        String help = command.getUsageMessage().replaceAll("\\s+", " ");
        assertTrue(help.contains("Of the water, 0.5 to 10 000 m. Default: 3."), help);
        assertTrue(help.contains("1 to 8 each; of a kind. Default: 1,2."), help);
    }

    @Test
    void aNumberOutsideIsRefusedWithItsOptionAndItsRange() {
        CalledVerb.isRefused(new Pond(), "--depth is 0.4; it must be 0.5 to 10000 m", "--depth", "0.4");
        CalledVerb.isRefused(new Pond(), "--depth is NaN; it must be 0.5 to 10000 m", "--depth", "NaN");
        CalledVerb.isRefused(new Pond(), "--fish is 9; it must be 1 to 8", "--fish", "1,2", "--fish", "8,9");
    }

    @Test
    void theBoundsThemselvesAreTaken() {
        CalledVerb.endsWell(new Pond(), "--depth", "0.5", "--fish", "1,8", "--fish", "2");
        assertDoesNotThrow(() -> new CommandLine(new Pond()).parseArgs("--depth", "10000"));
    }
}
