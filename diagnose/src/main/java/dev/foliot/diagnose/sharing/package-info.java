/** The examination of cache lines that threads share because of HotSpot's own structures. */
@NullMarked
package dev.foliot.diagnose.sharing;

import org.jspecify.annotations.NullMarked;
