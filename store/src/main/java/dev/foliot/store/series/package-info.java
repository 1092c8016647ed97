/** The course of a load: what happened in each of its intervals. */
@NullMarked
package dev.foliot.store.series;

import org.jspecify.annotations.NullMarked;
