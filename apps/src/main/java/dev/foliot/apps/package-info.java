/**
 * Small real services to put under load, each a command of {@link dev.foliot.apps.Apps}.
 *
 * <p>HTTP is Netty's: I/O runs on its event loops, business work on threads of the strategy that
 * was asked for. Only {@code Apps} prints and exits.
 */
@NullMarked
package dev.foliot.apps;

import org.jspecify.annotations.NullMarked;
