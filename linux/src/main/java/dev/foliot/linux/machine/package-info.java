/** What a machine is, and how it is set. */
@NullMarked
package dev.foliot.linux.machine;

import org.jspecify.annotations.NullMarked;
