package dev.foliot.diagnose.sharing;

import dev.foliot.linux.PerfEvent;

/**
 * A field of the structure that HotSpot keeps for a class.
 *
 * @param name as HotSpot's sources have it
 * @param offset in bytes from the structure's start
 * @param bytes its size
 */
record FieldWord(String name, int offset, int bytes) {
  PerfEvent.Watchpoint watch(PerfEvent.Access access, long klass) {
    return new PerfEvent.Watchpoint(access, klass + offset, bytes);
  }
}
