/** Other programs as children of this process, which end with it. */
@NullMarked
package dev.foliot.linux.process;

import org.jspecify.annotations.NullMarked;
