/** One class per kernel interface: a value, or the reason why there is none. */
@NullMarked
package dev.foliot.linux;

import org.jspecify.annotations.NullMarked;
