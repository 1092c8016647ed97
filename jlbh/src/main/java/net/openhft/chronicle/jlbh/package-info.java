/** The public signatures of JLBH 2026.2 that its users' programs call, served by Foliot's bench. */
@NullMarked
package net.openhft.chronicle.jlbh;

import org.jspecify.annotations.NullMarked;
