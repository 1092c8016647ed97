/**
 * What every service is made of: an HTTP server on Netty's event loops, and the threads on which
 * business work runs.
 *
 * <p>What belongs to a connection is touched by that connection's event loop alone. An {@code
 * Endpoint} is called on the event loop and must not block; an {@code Operation} may block, and
 * runs on the strategy's threads.
 */
@NullMarked
package dev.foliot.apps.service;

import org.jspecify.annotations.NullMarked;
