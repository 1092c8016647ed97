/** The pool beside other executors, each in a separate JVM; run by hand. */
@NullMarked
package dev.foliot.checks.peers.pool;

import org.jspecify.annotations.NullMarked;
