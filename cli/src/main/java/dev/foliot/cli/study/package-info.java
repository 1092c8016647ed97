/** The command study. */
@NullMarked
package dev.foliot.cli.study;

import org.jspecify.annotations.NullMarked;
