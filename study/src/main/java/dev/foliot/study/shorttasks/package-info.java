/** The study short-tasks: tasks of 0.05 to 1 ms. */
@NullMarked
package dev.foliot.study.shorttasks;

import org.jspecify.annotations.NullMarked;
