/** The command audit. */
@NullMarked
package dev.foliot.cli.audit;

import org.jspecify.annotations.NullMarked;
