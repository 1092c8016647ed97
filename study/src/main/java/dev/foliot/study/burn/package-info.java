/** The program {@code burn}: tasks of callers in the process itself. */
@NullMarked
package dev.foliot.study.burn;

import org.jspecify.annotations.NullMarked;
