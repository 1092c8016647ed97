/** Study files: YAML that is checked as a whole, with lines in what is said of it. */
@NullMarked
package dev.foliot.study.file;

import org.jspecify.annotations.NullMarked;
