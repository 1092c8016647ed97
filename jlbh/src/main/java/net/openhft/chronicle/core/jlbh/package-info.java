/**
 * Names that programs for JLBH use.
 *
 * @since 0.1.0
 */
@NullMarked
package net.openhft.chronicle.core.jlbh;

import org.jspecify.annotations.NullMarked;
