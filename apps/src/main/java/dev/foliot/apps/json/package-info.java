/** JSON, as little of it as the services need: strict, bounded, without a library. */
@NullMarked
package dev.foliot.apps.json;

import org.jspecify.annotations.NullMarked;
