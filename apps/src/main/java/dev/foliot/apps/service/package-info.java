/**
 * The parts of every service: an HTTP server on Netty's event loops, and threads for business work.
 *
 * <p>Only a connection's event loop touches its state. An {@code Endpoint} is called on the event
 * loop and must not block; an {@code Operation} may block, and runs on the strategy's threads.
 */
@NullMarked
package dev.foliot.apps.service;

import org.jspecify.annotations.NullMarked;
