/** What a study set out to do, its forks, and what it answers. */
@NullMarked
package dev.foliot.store.study;

import org.jspecify.annotations.NullMarked;
