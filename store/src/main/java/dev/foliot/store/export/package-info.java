/** Runs in the formats of other tools. */
@NullMarked
package dev.foliot.store.export;

import org.jspecify.annotations.NullMarked;
