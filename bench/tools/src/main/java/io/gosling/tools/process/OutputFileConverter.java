package io.gosling.tools.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts an option to an output file, refuses at the beginning one that cannot be written at the end, since the run
 * between may take hours, and writes reports to those that were asked for.
 */
public final class OutputFileConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String typed) {
        Path file = path(typed);
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || directory == null) {
            throw new TypeConversionException("'" + typed + "' is a directory; expected a file to write");
        }
        if (!Files.isDirectory(directory)) {
            throw new TypeConversionException("'" + typed + "' cannot be written: there is no directory " + directory
                    + "; make it, or name another");
        }
        if (!Files.isWritable(Files.exists(file) ? file : directory)) {
            throw new TypeConversionException("'" + typed + "' cannot be written by this user; name another file");
        }
        return file;
    }

    public static void write(@Nullable Path file, Supplier<String> text) throws IOException {
        if (file != null) {
            Files.writeString(file, text.get());
        }
    }

    private static Path path(String typed) {
        try {
            return Path.of(typed);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + typed + "' is no name of a file");
        }
    }
}
