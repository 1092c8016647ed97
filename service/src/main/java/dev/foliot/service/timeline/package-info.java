/** Watches from outside what stops a process and its threads. */
@NullMarked
package dev.foliot.service.timeline;

import org.jspecify.annotations.NullMarked;
