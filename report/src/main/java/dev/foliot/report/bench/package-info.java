/** The page of benchmark runs, alone or compared. */
@NullMarked
package dev.foliot.report.bench;

import org.jspecify.annotations.NullMarked;
