package dev.foliot.judgement.load;

import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.load.ServerRecord;

/**
 * A server that was watched under a load.
 *
 * @param record what was seen
 * @param timeline what stopped it, and the load generator
 */
public record WatchedServer(ServerRecord record, TimelineRecord timeline) {}
