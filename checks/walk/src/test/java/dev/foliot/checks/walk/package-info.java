/** The walk: every command that the docs and the help show, played as a process. */
@NullMarked
package dev.foliot.checks.walk;

import org.jspecify.annotations.NullMarked;
