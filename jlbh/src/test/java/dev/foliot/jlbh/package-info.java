@NullMarked
package dev.foliot.jlbh;

import org.jspecify.annotations.NullMarked;
