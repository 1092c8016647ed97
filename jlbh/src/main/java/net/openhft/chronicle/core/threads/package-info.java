/**
 * Names that programs for JLBH use.
 *
 * @since 0.1.0
 */
@NullMarked
package net.openhft.chronicle.core.threads;

import org.jspecify.annotations.NullMarked;
