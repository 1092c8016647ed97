/** The search for the highest rate that keeps an objective: the next rate, and the answer. */
@NullMarked
package dev.foliot.judgement.search;

import org.jspecify.annotations.NullMarked;
