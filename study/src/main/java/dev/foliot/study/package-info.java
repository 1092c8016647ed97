/** Studies: the arms of a question under the same loads, fork by fork, and the answer in words. */
@NullMarked
package dev.foliot.study;

import org.jspecify.annotations.NullMarked;
