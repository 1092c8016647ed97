/**
 * The HTTP load driver: open and closed loops over many connections, in this process or in one of
 * its own.
 */
@NullMarked
package dev.foliot.load.driver;

import org.jspecify.annotations.NullMarked;
