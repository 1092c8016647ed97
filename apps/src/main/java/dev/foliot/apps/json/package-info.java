/** A minimal JSON for the services: strict, bounded, without a library. */
@NullMarked
package dev.foliot.apps.json;

import org.jspecify.annotations.NullMarked;
