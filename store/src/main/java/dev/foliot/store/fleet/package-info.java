/** What an analysis of a fleet read and found. */
@NullMarked
package dev.foliot.store.fleet;

import org.jspecify.annotations.NullMarked;
