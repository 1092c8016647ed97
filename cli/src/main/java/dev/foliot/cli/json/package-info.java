/** The results of commands as JSON. */
@NullMarked
package dev.foliot.cli.json;

import org.jspecify.annotations.NullMarked;
