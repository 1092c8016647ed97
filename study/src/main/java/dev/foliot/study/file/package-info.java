/** Study files: YAML that is checked as a whole, with lines in its errors. */
@NullMarked
package dev.foliot.study.file;

import org.jspecify.annotations.NullMarked;
