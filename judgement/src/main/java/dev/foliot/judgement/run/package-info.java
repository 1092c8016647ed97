/** The forks of a run together: summary, intervals, validity, latency by rate. */
@NullMarked
package dev.foliot.judgement.run;

import org.jspecify.annotations.NullMarked;
