/** Commands of Foliot, called without a process. */
@NullMarked
package dev.foliot.cli;

import org.jspecify.annotations.NullMarked;
