/** Names that programs for JLBH use. */
@NullMarked
package net.openhft.chronicle.core.threads;

import org.jspecify.annotations.NullMarked;
