/** The command demo. */
@NullMarked
package dev.foliot.cli.demo;

import org.jspecify.annotations.NullMarked;
