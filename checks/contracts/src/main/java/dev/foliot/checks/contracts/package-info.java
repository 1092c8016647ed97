/** The pool under a long, random load. */
@NullMarked
package dev.foliot.checks.contracts;

import org.jspecify.annotations.NullMarked;
