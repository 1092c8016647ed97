/** Stacks of a profiled fork. */
@NullMarked
package dev.foliot.store.profile;

import org.jspecify.annotations.NullMarked;
