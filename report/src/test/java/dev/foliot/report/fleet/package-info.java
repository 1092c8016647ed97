/** Pages of fleets. */
@NullMarked
package dev.foliot.report.fleet;

import org.jspecify.annotations.NullMarked;
