/** Numbered lessons: each runs, and each is tested. */
@NullMarked
package dev.foliot.samples;

import org.jspecify.annotations.NullMarked;
