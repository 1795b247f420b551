package io.gosling.node.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The help of a verb, with descriptions of options that break at spaces only. Lines of help texts, which are broken as
 * in the source code, are joined into paragraphs and broken anew for a terminal.
 */
final class WrappedHelp extends Help {
    static final int WIDTH = 100;

    /** Characters of a description in a line, beside the longest flags. */
    private static final int DESCRIPTION = 69;

    WrappedHelp(CommandSpec spec, ColorScheme colors) {
        super(spec, colors);
    }

    @Override
    public IOptionRenderer createDefaultOptionRenderer() {
        IOptionRenderer usual = super.createDefaultOptionRenderer();
        return (option, label, colors) -> wrapped(usual.render(option, label, colors));
    }

    @Override
    public IParameterRenderer createDefaultParameterRenderer() {
        IParameterRenderer usual = super.createDefaultParameterRenderer();
        return (parameter, label, colors) -> wrapped(usual.render(parameter, label, colors));
    }

    private Text[][] wrapped(Text[]... rows) {
        return Stream.of(rows).flatMap(row -> wrapped(row).stream()).toArray(Text[][]::new);
    }

    private List<Text[]> wrapped(Text... row) {
        List<Text[]> rows = new ArrayList<>();
        for (String line : broken(row[row.length - 1].toString(), DESCRIPTION)) {
            Text[] next = rows.isEmpty()
                    ? row.clone()
                    : Stream.generate(() -> ansi().new Text(""))
                            .limit(row.length)
                            .toArray(Text[]::new);
            next[row.length - 1] = ansi().new Text((rows.isEmpty() ? "" : "  ") + line);
            rows.add(next);
        }
        return rows;
    }

    /** Joins consecutive lines, except empty and indented ones, and those that end with a colon. */
    static String[] paragraphs(String... lines) {
        List<String> paragraphs = new ArrayList<>();
        boolean goesOn = false;
        for (String line : Stream.of(lines)
                .flatMap(text -> Stream.of(text.split("\n", -1)))
                .toList()) {
            boolean text = !line.isEmpty() && line.charAt(0) != ' ';
            if (text && goesOn) {
                paragraphs.add(paragraphs.removeLast() + " " + line);
            } else {
                paragraphs.add(line);
            }
            goesOn = text && !line.endsWith(":");
        }
        return paragraphs.toArray(String[]::new);
    }

    /** The lines of a paragraph, broken at spaces only; picocli breaks names, paths and URLs. Commands stay whole. */
    static List<String> broken(String paragraph, int width) {
        List<String> lines = new ArrayList<>();
        String rest = paragraph;
        for (int at;
                !paragraph.startsWith("  ") && rest.length() > width && (at = rest.lastIndexOf(' ', width)) > 0;
                rest = rest.substring(at + 1)) {
            lines.add(rest.substring(0, at));
        }
        lines.add(rest);
        return lines;
    }
}
