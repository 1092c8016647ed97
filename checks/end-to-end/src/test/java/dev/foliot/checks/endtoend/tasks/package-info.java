/** Tasks with a known fault, and two correct ones. */
@NullMarked
package dev.foliot.checks.endtoend.tasks;

import org.jspecify.annotations.NullMarked;
