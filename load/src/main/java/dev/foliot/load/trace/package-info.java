/** Reads recorded requests from HAR files and access logs of untrusted origin. */
@NullMarked
package dev.foliot.load.trace;

import org.jspecify.annotations.NullMarked;
