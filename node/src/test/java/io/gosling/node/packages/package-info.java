@NullMarked
package io.gosling.node.packages;

import org.jspecify.annotations.NullMarked;
