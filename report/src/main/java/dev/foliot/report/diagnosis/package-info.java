/** The page of diagnoses of live JVMs. */
@NullMarked
package dev.foliot.report.diagnosis;

import org.jspecify.annotations.NullMarked;
