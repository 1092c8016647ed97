/** The launcher of other programs, which end with this process, with their folders and output. */
@NullMarked
package dev.foliot.linux.process;

import org.jspecify.annotations.NullMarked;
