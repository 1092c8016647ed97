/** Where JMH's annotation processor puts its classes. */
@NullMarked
package dev.foliot.bench.jmh.jmh_generated;

import org.jspecify.annotations.NullMarked;
