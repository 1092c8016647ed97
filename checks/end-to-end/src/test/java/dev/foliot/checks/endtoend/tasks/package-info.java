/** Tasks with a known illness, and two healthy ones. */
@NullMarked
package dev.foliot.checks.endtoend.tasks;

import org.jspecify.annotations.NullMarked;
