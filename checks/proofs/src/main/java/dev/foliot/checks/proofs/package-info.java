/**
 * Proofs of {@code foliot diagnose} as a user runs it. They cover real libraries, its cost to the
 * process, many classes, and the meaning of its share of samples. Each has its own entry point,
 * takes minutes, and needs a quiet machine.
 */
@NullMarked
package dev.foliot.checks.proofs;

import org.jspecify.annotations.NullMarked;
