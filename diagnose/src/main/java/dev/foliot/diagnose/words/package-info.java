/**
 * The examination of the program's own words in the heap that several threads write, and of type
 * checks that search in vain.
 */
@NullMarked
package dev.foliot.diagnose.words;

import org.jspecify.annotations.NullMarked;
