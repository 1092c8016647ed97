/**
 * Writes the results of JLBH.
 *
 * @since 0.1.0
 */
@NullMarked
package net.openhft.chronicle.jlbh.util;

import org.jspecify.annotations.NullMarked;
