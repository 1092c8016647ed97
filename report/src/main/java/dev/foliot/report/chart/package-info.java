/** Charts as SVG: a frame with axes, series and rails, and the numbers behind them. */
@NullMarked
package dev.foliot.report.chart;

import org.jspecify.annotations.NullMarked;
