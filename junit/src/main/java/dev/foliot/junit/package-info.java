/**
 * Asserts percentiles of a task's response time in a test.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.junit;

import org.jspecify.annotations.NullMarked;
