/** The open-loop core that runs inside the measured JVM. */
@NullMarked
package dev.foliot.bench;

import org.jspecify.annotations.NullMarked;
