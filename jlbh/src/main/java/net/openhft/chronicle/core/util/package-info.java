/** Names that programs for JLBH use. */
@NullMarked
package net.openhft.chronicle.core.util;

import org.jspecify.annotations.NullMarked;
