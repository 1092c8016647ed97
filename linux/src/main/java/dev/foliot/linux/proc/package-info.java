/** Processes and their threads, as /proc tells them. */
@NullMarked
package dev.foliot.linux.proc;

import org.jspecify.annotations.NullMarked;
