/** The study ramp-up: from idle to full load at once. */
@NullMarked
package dev.foliot.study.rampup;

import org.jspecify.annotations.NullMarked;
