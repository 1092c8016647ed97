/**
 * The HTTP load driver: open and closed loops over many connections. It uses the schedule and the
 * recording of {@code bench}.
 */
@NullMarked
package dev.foliot.load;

import org.jspecify.annotations.NullMarked;
