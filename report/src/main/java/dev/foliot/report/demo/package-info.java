/** The page of the demo. */
@NullMarked
package dev.foliot.report.demo;

import org.jspecify.annotations.NullMarked;
