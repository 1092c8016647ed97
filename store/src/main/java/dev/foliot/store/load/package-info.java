/** What is stored of a load test, in addition to the files of every run. */
@NullMarked
package dev.foliot.store.load;

import org.jspecify.annotations.NullMarked;
