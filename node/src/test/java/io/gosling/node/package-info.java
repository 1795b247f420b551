@NullMarked
package io.gosling.node;

import org.jspecify.annotations.NullMarked;
