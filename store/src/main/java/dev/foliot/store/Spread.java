package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One percentile over the forks of a run, in the unit of the forks' own figures.
 *
 * @param median of the forks that have it, null where none has
 * @param min the least of them
 * @param max the greatest of them
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Spread(@Nullable Long median, @Nullable Long min, @Nullable Long max) {}
