/**
 * The one launcher of other programs, which end with this process, and their folders and output.
 */
@NullMarked
package dev.foliot.linux.process;

import org.jspecify.annotations.NullMarked;
