package dev.foliot.loadrun;

import dev.foliot.judgement.SlowCauses;
import dev.foliot.store.load.ServerRecord;

/**
 * A server that was watched under a load.
 *
 * @param record what was seen
 * @param causes why the slowest requests were slow
 */
public record WatchedServer(ServerRecord record, SlowCauses causes) {}
