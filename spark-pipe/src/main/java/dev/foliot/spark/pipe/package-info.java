/** Apache Spark behind a pipe: how it is started, and how it is asked. */
@NullMarked
package dev.foliot.spark.pipe;

import org.jspecify.annotations.NullMarked;
