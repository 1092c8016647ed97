/** Stacks that a profiler took of a fork. */
@NullMarked
package dev.foliot.store.profile;

import org.jspecify.annotations.NullMarked;
