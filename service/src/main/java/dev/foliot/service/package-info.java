/** A server under test as a process: where it may run, when it is ready, how it ends. */
@NullMarked
package dev.foliot.service;

import org.jspecify.annotations.NullMarked;
