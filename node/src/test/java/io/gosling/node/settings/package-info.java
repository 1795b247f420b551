@NullMarked
package io.gosling.node.settings;

import org.jspecify.annotations.NullMarked;
