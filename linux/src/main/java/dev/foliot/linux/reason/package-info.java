/** Reasons that the kernel, its files and its limits give. */
@NullMarked
package dev.foliot.linux.reason;

import org.jspecify.annotations.NullMarked;
