package dev.foliot.fleet.columns;

import org.jspecify.annotations.Nullable;

/**
 * The metric and its load.
 *
 * @param metricText its text
 * @param load null for none
 */
record Measure(
    Expression metric, String metricText, @Nullable Expression load, @Nullable String loadText) {}
