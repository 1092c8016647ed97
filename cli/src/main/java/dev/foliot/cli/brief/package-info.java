/**
 * The default output of commands: the answer, one table, what limits it, the page, what is next.
 */
@NullMarked
package dev.foliot.cli.brief;

import org.jspecify.annotations.NullMarked;
