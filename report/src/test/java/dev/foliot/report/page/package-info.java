/** Pages of made-up runs, of the golden run, and of hostile ones. */
@NullMarked
package dev.foliot.report.page;

import org.jspecify.annotations.NullMarked;
