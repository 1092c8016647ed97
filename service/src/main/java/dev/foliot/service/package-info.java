/** A server under test as a process: its CPUs, readiness and end. */
@NullMarked
package dev.foliot.service;

import org.jspecify.annotations.NullMarked;
