/** Asserts percentiles of a task's response time in a test. */
@NullMarked
package dev.foliot.junit;

import org.jspecify.annotations.NullMarked;
