/** Simulated fleets, whose truth is known, and how often the analysis finds it. */
@NullMarked
package dev.foliot.checks.fleets;

import org.jspecify.annotations.NullMarked;
