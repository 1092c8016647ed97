@NullMarked
package dev.foliot.bench.jmh;

import org.jspecify.annotations.NullMarked;
