/**
 * Runs a benchmark written for JMH as a task. JMH is on the benchmark's class path; this package
 * knows it by name only.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.bench.jmh;

import org.jspecify.annotations.NullMarked;
