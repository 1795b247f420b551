/**
 * Settings: the declaration of a setting ({@link Setting}), the types of values ({@link SettingType}), and values as
 * given ({@link SettingValues}).
 *
 * <p>A setting is declared in one place, by the class that uses it, in a {@link SettingDeclarations}; start at {@code
 * HttpLimits}, which is an example of a {@link SettingGroup}. Flags, files, the schema and the reference are made from
 * declarations by io.gosling.node.settings. Every part of the server may use this package; it uses none.
 */
@NullMarked
package io.gosling.settings;

import org.jspecify.annotations.NullMarked;
