/** Watches words of a target's memory: which threads write them, at the same time or in turns. */
@NullMarked
package dev.foliot.diagnose.watch;

import org.jspecify.annotations.NullMarked;
