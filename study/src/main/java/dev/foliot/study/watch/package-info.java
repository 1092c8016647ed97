/** What is read of a program while it runs, and what makes these figures suspect. */
@NullMarked
package dev.foliot.study.watch;

import org.jspecify.annotations.NullMarked;
