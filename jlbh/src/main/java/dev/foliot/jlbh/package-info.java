/**
 * Runs programs written for JLBH: in this JVM, or in a fork of {@code foliot bench --jlbh}.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.jlbh;

import org.jspecify.annotations.NullMarked;
