/** What a diagnosis of a JVM looked at, and what it found. */
@NullMarked
package dev.foliot.store.diagnosis;

import org.jspecify.annotations.NullMarked;
