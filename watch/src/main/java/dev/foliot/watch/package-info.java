/** Records live JVMs from outside, all the time. */
@NullMarked
package dev.foliot.watch;

import org.jspecify.annotations.NullMarked;
