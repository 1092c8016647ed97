/** The examination of cache lines that HotSpot's own structures make threads share. */
@NullMarked
package dev.foliot.diagnose.sharing;

import org.jspecify.annotations.NullMarked;
