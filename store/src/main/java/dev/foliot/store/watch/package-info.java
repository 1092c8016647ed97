/** What a watch keeps of live JVMs: readings, stops, episodes and requests, in a bounded log. */
@NullMarked
package dev.foliot.store.watch;

import org.jspecify.annotations.NullMarked;
