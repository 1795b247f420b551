/**
 * Settings: each declared once with its kind, bounds, default and prose, and read from flags and from YAML files.
 *
 * <p>Start at {@link io.gosling.node.settings.NodeSettings} for the list, at {@link io.gosling.settings.SettingType}
 * for what a value may look like, and at {@link io.gosling.node.settings.ConfigurationFile} for the file format.
 */
@NullMarked
package io.gosling.node.settings;

import org.jspecify.annotations.NullMarked;
