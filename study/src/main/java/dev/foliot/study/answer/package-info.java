/** What the answers of a study are made of: figures, comparisons in sentences, verdicts. */
@NullMarked
package dev.foliot.study.answer;

import org.jspecify.annotations.NullMarked;
