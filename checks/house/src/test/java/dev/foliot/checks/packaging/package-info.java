/** What users take from here: libraries, examples, image, action. Their files agree. */
@NullMarked
package dev.foliot.checks.packaging;

import org.jspecify.annotations.NullMarked;
