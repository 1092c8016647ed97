/** Tests. */
@NullMarked
package dev.foliot.steer;

import org.jspecify.annotations.NullMarked;
