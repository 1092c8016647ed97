/** Names that programs for JLBH use. */
@NullMarked
package net.openhft.chronicle.core.jlbh;

import org.jspecify.annotations.NullMarked;
