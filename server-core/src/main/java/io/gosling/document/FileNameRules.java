package io.gosling.document;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the decoded path segments that may become file names. Pure; the operating system is a parameter. Hidden
 * names are refused on every system. On Windows, every second name of a file is refused as well: devices, streams,
 * trailing dots and spaces, 8.3 short names.
 */
record FileNameRules(boolean windows) {
    private static final String WINDOWS_MARKS = "<>:\"|?*";
    private static final Pattern SHORT_NAME = Pattern.compile("[^.]{1,8}~\\d{1,6}(\\..{0,3})?");
    private static final Set<String> DEVICES = Set.of("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$");
    private static final Pattern PORT = Pattern.compile("(COM|LPT)[0-9\u00b9\u00b2\u00b3]");

    static FileNameRules of(String osName) {
        return new FileNameRules(osName.toLowerCase(Locale.ROOT).startsWith("windows"));
    }

    @Nullable
    String refusal(DocumentPath path) {
        for (int i = 0; i < path.segments().size(); i++) {
            String name = path.segments().get(i);
            if (name.startsWith(".") && !(i == 0 && name.equals(".well-known"))) {
                return "hidden name";
            }
            if (windows && isSecondName(name)) {
                return "not the proper name of a file on Windows";
            }
        }
        return null;
    }

    private static boolean isSecondName(String name) {
        char last = name.charAt(name.length() - 1);
        return last == '.'
                || last == ' '
                || name.chars().anyMatch(c -> WINDOWS_MARKS.indexOf(c) >= 0)
                || SHORT_NAME.matcher(name).matches()
                || isDevice(name);
    }

    private static boolean isDevice(String name) {
        int dot = name.indexOf('.');
        String stem = (dot < 0 ? name : name.substring(0, dot)).strip().toUpperCase(Locale.ROOT);
        return DEVICES.contains(stem) || PORT.matcher(stem).matches();
    }
}
