/** What stopped the threads of a fork, and why its slow messages were slow. */
@NullMarked
package dev.foliot.store.explain;

import org.jspecify.annotations.NullMarked;
