/** Numbered lessons that run, each with a test. */
@NullMarked
package dev.foliot.samples;

import org.jspecify.annotations.NullMarked;
