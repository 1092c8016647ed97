/** Runs programs written for JLBH: in this JVM, or in a fork of {@code foliot bench --jlbh}. */
@NullMarked
package dev.foliot.jlbh;

import org.jspecify.annotations.NullMarked;
