/** The memory of a process: its regions, what of them is resident, and its words. */
@NullMarked
package dev.foliot.linux.memory;

import org.jspecify.annotations.NullMarked;
