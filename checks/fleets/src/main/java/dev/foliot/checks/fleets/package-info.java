/** Simulated fleets with known truth, and how often the analysis finds it. */
@NullMarked
package dev.foliot.checks.fleets;

import org.jspecify.annotations.NullMarked;
