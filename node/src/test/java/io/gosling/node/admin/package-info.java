@NullMarked
package io.gosling.node.admin;

import org.jspecify.annotations.NullMarked;
