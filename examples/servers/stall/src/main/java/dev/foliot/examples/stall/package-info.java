/** What all servers of the examples share: a service that can stall, the bench and the test. */
@NullMarked
package dev.foliot.examples.stall;

import org.jspecify.annotations.NullMarked;
