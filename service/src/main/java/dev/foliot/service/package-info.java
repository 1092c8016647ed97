/** What a server under test runs with: its class path, its JDK and its CPUs. */
@NullMarked
package dev.foliot.service;

import org.jspecify.annotations.NullMarked;
