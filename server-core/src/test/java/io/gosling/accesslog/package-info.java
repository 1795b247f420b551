@NullMarked
package io.gosling.accesslog;

import org.jspecify.annotations.NullMarked;
