/** The launcher and the built Foliot, as processes. */
@NullMarked
package dev.foliot.checks.endtoend;

import org.jspecify.annotations.NullMarked;
