/** The content of a JVM's diagnosis: examinations and findings. */
@NullMarked
package dev.foliot.store.diagnosis;

import org.jspecify.annotations.NullMarked;
