/**
 * Plans and results of HTTP loads. {@code dev.foliot.load.driver} plays them, with the schedule and
 * the recording of {@code bench}.
 */
@NullMarked
package dev.foliot.load;

import org.jspecify.annotations.NullMarked;
