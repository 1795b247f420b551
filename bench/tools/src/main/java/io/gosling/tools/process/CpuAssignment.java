package io.gosling.tools.process;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The assignment of CPUs to the measured server and the load generator. */
public record CpuAssignment(List<Integer> server, List<Integer> load) {
    public static List<Integer> allowed() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            throw new CommandFailureException(
                    ExitCode.CONFIGURATION, status + " is missing; the comparison runs on Linux only");
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .flatMap(line -> list(line.substring(line.indexOf(':') + 1).strip()).stream())
                .toList();
    }

    /** A list such as {@code 0-2,5}. */
    public static List<Integer> list(String text) {
        List<Integer> cpus = new ArrayList<>();
        for (String part : text.split(",")) {
            String[] ends = part.split("-");
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(cpus::add);
        }
        return cpus;
    }

    /** Assigns so many CPUs to the server and the next one to the load; if there is none left, both share all. */
    public static CpuAssignment of(List<Integer> allowed, int servers) {
        if (allowed.size() < 2) {
            throw new CommandFailureException(
                    ExitCode.CONFIGURATION,
                    "this process may use " + allowed.size()
                            + " CPU; the comparison wants 2: one for the server, one for" + " the load generator");
        }
        return allowed.size() > servers
                ? new CpuAssignment(allowed.subList(0, servers), allowed.subList(servers, servers + 1))
                : new CpuAssignment(allowed, allowed);
    }

    public boolean apart() {
        return !server.equals(load);
    }

    public static String text(List<Integer> cpus) {
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
