/** The pool under a long and random load. */
@NullMarked
package dev.foliot.checks.contracts;

import org.jspecify.annotations.NullMarked;
