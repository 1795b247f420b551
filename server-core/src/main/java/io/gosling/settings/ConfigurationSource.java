package io.gosling.settings;

/** A source from which values are read again: the same flags and the same file, with the file's present contents. */
@FunctionalInterface
public interface ConfigurationSource {
    SettingValues read() throws BadConfigurationException;
}
