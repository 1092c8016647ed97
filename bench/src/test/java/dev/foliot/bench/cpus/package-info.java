@NullMarked
package dev.foliot.bench.cpus;

import org.jspecify.annotations.NullMarked;
