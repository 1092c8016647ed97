/** The page of a watch. */
@NullMarked
package dev.foliot.report.watch;

import org.jspecify.annotations.NullMarked;
