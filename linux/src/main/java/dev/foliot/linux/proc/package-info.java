/** Processes and their threads, from /proc. */
@NullMarked
package dev.foliot.linux.proc;

import org.jspecify.annotations.NullMarked;
