/** What runs the fleet's SQL: DuckDB in this process, or Apache Spark in a child. */
@NullMarked
package dev.foliot.fleet.engine;

import org.jspecify.annotations.NullMarked;
