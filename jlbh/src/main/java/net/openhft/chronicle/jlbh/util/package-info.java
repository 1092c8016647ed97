/** Writes the results of JLBH. */
@NullMarked
package net.openhft.chronicle.jlbh.util;

import org.jspecify.annotations.NullMarked;
