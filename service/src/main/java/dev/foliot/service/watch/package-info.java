/**
 * Watches another process, any program or a JVM, from outside: what it costs over time and what its
 * memory is made of.
 */
@NullMarked
package dev.foliot.service.watch;

import org.jspecify.annotations.NullMarked;
