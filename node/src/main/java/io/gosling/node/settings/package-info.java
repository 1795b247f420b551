/**
 * The settings of a node: the list of all groups, the sections for sites, and reading from flags and from YAML files.
 *
 * <p>Start at {@link NodeSettings} for the list, at {@link io.gosling.settings.SettingType} for what a value may look
 * like, and at {@link YamlConfigurationReader} for the file format.
 */
@NullMarked
package io.gosling.node.settings;

import org.jspecify.annotations.NullMarked;
