package dev.foliot.fleet;

import org.jspecify.annotations.Nullable;

/**
 * What is measured, and against which load.
 *
 * @param metricText as it is told
 * @param load null for none
 */
record Measure(
    Expression metric, String metricText, @Nullable Expression load, @Nullable String loadText) {}
