/** Where the time of threads goes, and which threads do not move: from samples of all threads. */
@NullMarked
package dev.foliot.diagnose.time;

import org.jspecify.annotations.NullMarked;
