/** The pool beside other executors, each in a JVM of its own; run by hand. */
@NullMarked
package dev.foliot.checks.peers.pool;

import org.jspecify.annotations.NullMarked;
