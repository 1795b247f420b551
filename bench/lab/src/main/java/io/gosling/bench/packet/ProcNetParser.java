package io.gosling.bench.packet;

import java.util.List;

/** Parses the counters of a host's network in {@code /proc/net} of Linux. Pure. */
final class ProcNetParser {
    private ProcNetParser() {}

    /** From {@code /proc/net/snmp}, where a line of names is followed by one of numbers. */
    static long snmp(String text, String protocol, String name) {
        List<String[]> lines = text.lines()
                .filter(line -> line.startsWith(protocol + ": "))
                .map(line -> line.split(" "))
                .toList();
        if (lines.size() == 2) {
            for (int i = 1; i < Math.min(lines.getFirst().length, lines.getLast().length); i++) {
                if (lines.getFirst()[i].equals(name)) {
                    return Long.parseLong(lines.getLast()[i]);
                }
            }
        }
        throw new IllegalArgumentException("no " + protocol + " " + name + " in: " + text);
    }

    static long framesIn(String text, String device) {
        return text.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(device + ":"))
                .map(line -> line.substring(device.length() + 1).strip().split("\\s+"))
                .mapToLong(fields -> Long.parseLong(fields[1]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + device + " in: " + text));
    }
}
