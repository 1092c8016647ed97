/** The study throughput: the load stepped up until the service is saturated. */
@NullMarked
package dev.foliot.study.throughput;

import org.jspecify.annotations.NullMarked;
