/**
 * The public signatures of JLBH 2026.2 that its users' programs call, served by Foliot's bench.
 *
 * @since 0.1.0
 */
@NullMarked
package net.openhft.chronicle.jlbh;

import org.jspecify.annotations.NullMarked;
