package dev.foliot.load.http;

import dev.foliot.load.Draw;
import org.jspecify.annotations.Nullable;

/**
 * The request that follows a redirect, in place of the one that was redirected.
 *
 * @param user whose it is, null for a single request
 */
record Hop(Request request, Draw draw, @Nullable SequenceUser user) {}
