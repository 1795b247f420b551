package io.gosling.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The records logged at INFO and above while this is open. Safe for use by many threads. */
public final class RecordedLog implements AutoCloseable {
    private final Logger root = Logger.getLogger("");
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.INFO.intValue()) {
                records.add(entry);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    public RecordedLog() {
        root.addHandler(handler);
    }

    /** The messages at a level and above, with their parameters in place. */
    public List<String> messages(Level least) {
        SimpleFormatter formatter = new SimpleFormatter();
        return records.stream()
                .filter(entry -> entry.getLevel().intValue() >= least.intValue())
                .map(formatter::formatMessage)
                .toList();
    }

    /** The messages of the loggers below a name. */
    public List<String> of(String logger) {
        return records.stream()
                .filter(entry -> String.valueOf(entry.getLoggerName()).startsWith(logger))
                .map(LogRecord::getMessage)
                .toList();
    }

    @Override
    public void close() {
        root.removeHandler(handler);
    }
}
