/** The classes of a JVM: their structures, loaders, supertypes and names. */
@NullMarked
package dev.foliot.hotspot.klass;

import org.jspecify.annotations.NullMarked;
