/** The data and findings of a fleet's analysis. */
@NullMarked
package dev.foliot.store.fleet;

import org.jspecify.annotations.NullMarked;
