/**
 * Proofs of {@code foliot diagnose} as a user runs it: real libraries, what it costs the process,
 * many classes, and what its share of samples means. Each has an entry point of its own, takes
 * minutes, and wants the machine for itself.
 */
@NullMarked
package dev.foliot.checks.proofs;

import org.jspecify.annotations.NullMarked;
