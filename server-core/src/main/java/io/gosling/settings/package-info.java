/**
 * Settings: what a setting is ({@link io.gosling.settings.Setting}), the types of values ({@link
 * io.gosling.settings.SettingType}), and values as given ({@link io.gosling.settings.Values}).
 *
 * <p>A setting is declared in one place, by the class that uses it, in a {@link io.gosling.settings.Declarations};
 * start reading at {@code io.gosling.netty.limits.HttpLimits}, which is an example of a {@link
 * io.gosling.settings.SettingGroup}. Flags, files, the schema and the reference are made from declarations by the
 * node's package of settings. Every part of the server may use this package; it uses none.
 */
@NullMarked
package io.gosling.settings;

import org.jspecify.annotations.NullMarked;
