/** The JVM's own costs, from outside: collections, safepoints, compilers, the live heap. */
@NullMarked
package dev.foliot.diagnose.runtime;

import org.jspecify.annotations.NullMarked;
