/** Foliot beside its peers, in turns, on the same machine and under the same load. */
@NullMarked
package dev.foliot.checks.peers;

import org.jspecify.annotations.NullMarked;
