/** The page of studies. */
@NullMarked
package dev.foliot.report.study;

import org.jspecify.annotations.NullMarked;
