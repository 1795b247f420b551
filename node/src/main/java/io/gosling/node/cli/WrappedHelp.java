package io.gosling.node.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.CommandSpec;

/** The help of a verb, with descriptions of options that break at spaces only. */
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
        for (String line : HelpParagraphs.wrapped(row[row.length - 1].toString(), DESCRIPTION)) {
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
}
