/** The plan of a study, its forks, and its answers. */
@NullMarked
package dev.foliot.store.study;

import org.jspecify.annotations.NullMarked;
