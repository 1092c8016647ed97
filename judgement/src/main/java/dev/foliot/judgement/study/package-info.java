/** What the page shows of a study: data that the study gives, so that the page names no study. */
@NullMarked
package dev.foliot.judgement.study;

import org.jspecify.annotations.NullMarked;
