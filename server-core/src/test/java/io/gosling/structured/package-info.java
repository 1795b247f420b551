@NullMarked
package io.gosling.structured;

import org.jspecify.annotations.NullMarked;
