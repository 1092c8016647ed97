/** What two runs differ in, and baselines to compare with. */
@NullMarked
package dev.foliot.store.comparison;

import org.jspecify.annotations.NullMarked;
