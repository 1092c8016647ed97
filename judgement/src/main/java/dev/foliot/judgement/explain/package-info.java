/** Charges the delay of slow messages to what stopped their threads. Pure functions. */
@NullMarked
package dev.foliot.judgement.explain;

import org.jspecify.annotations.NullMarked;
