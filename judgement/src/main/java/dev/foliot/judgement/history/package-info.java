/** The runs of a store over time, and when their response times changed. */
@NullMarked
package dev.foliot.judgement.history;

import org.jspecify.annotations.NullMarked;
