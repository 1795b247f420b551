package io.gosling.bench.peers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page with figures, read as a person reads it: blocks of fixed lines (machine, date, command, versions), each with a
 * table of goals behind it; and a line of rows that were not measured yet.
 */
record FiguresPage(List<Block> blocks, List<String> unmeasured) {
    private static final Pattern HEAD = Pattern.compile("- (machine|date|command|versions): (.+)");
    private static final String TABLE = "| row | what | unit | goal | median | interval | gap |";
    private static final Pattern INTERVAL = Pattern.compile("(\\S+) to (\\S+)");
    private static final Pattern LABEL = Pattern.compile("`([^`]+)`");
    private static final String UNMEASURED = "Not measured yet: ";

    /** Fixed lines and what stands under them. */
    record Block(Map<String, String> head, List<Line> lines) {}

    /** A line of a table; goal and gap are a dash where the row has no goal. */
    record Line(
            String row, String what, String unit, String goal, double median, double low, double high, String gap) {}

    static FiguresPage read(String text) {
        List<Block> blocks = new ArrayList<>();
        List<String> unmeasured = new ArrayList<>();
        boolean inTable = false;
        for (String line : text.lines().toList()) {
            Matcher head = HEAD.matcher(line);
            if (head.matches()) {
                if (head.group(1).equals("machine")) {
                    blocks.add(new Block(new LinkedHashMap<>(), new ArrayList<>()));
                }
                blocks.getLast().head().put(head.group(1), head.group(2));
            }
            if (line.startsWith(UNMEASURED)) {
                LABEL.matcher(line).results().forEach(label -> unmeasured.add(label.group(1)));
            }
            inTable = line.startsWith("|") && (inTable || line.equals(TABLE));
            if (inTable && line.startsWith("| `")) {
                blocks.getLast().lines().add(line(line));
            }
        }
        return new FiguresPage(blocks, unmeasured);
    }

    private static Line line(String line) {
        String[] cells = line.substring(1).split("\\|");
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cells[i].strip();
        }
        Matcher interval = INTERVAL.matcher(cells[5]);
        Matcher label = LABEL.matcher(cells[0]);
        if (cells.length != 7 || !interval.matches() || !label.matches()) {
            throw new AssertionError("not a line of figures: " + line);
        }
        return new Line(
                label.group(1),
                cells[1],
                cells[2],
                cells[3],
                Double.parseDouble(cells[4]),
                Double.parseDouble(interval.group(1)),
                Double.parseDouble(interval.group(2)),
                cells[6]);
    }
}
