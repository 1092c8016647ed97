/** The options of load tests that stand for themselves. */
@NullMarked
package dev.foliot.cli.load;

import org.jspecify.annotations.NullMarked;
