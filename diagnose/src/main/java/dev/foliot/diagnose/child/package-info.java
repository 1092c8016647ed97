/** Other programs as children of this process, which end with it. */
@NullMarked
package dev.foliot.diagnose.child;

import org.jspecify.annotations.NullMarked;
