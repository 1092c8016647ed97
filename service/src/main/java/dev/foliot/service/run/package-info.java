/** Starts a server under test as a process: its health, its limits and its end. */
@NullMarked
package dev.foliot.service.run;

import org.jspecify.annotations.NullMarked;
