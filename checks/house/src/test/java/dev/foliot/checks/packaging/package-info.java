/** The files that users take: libraries, examples, image, action. These tests keep them in step. */
@NullMarked
package dev.foliot.checks.packaging;

import org.jspecify.annotations.NullMarked;
