package dev.foliot.bench;

import java.util.List;

/**
 * Finds the open message to which a duration belongs, by its start.
 *
 * <p>A duration that ends now reaches back to a start, or a little later: between the caller's
 * reading of the clock and ours some time passes. So the last message that started before is taken,
 * and where that one has ended, the last open one before it. Errors only point to later messages,
 * so an earlier one is left for the duration that finds its own taken.
 *
 * <p>Safe for use by any number of threads.
 */
final class OpenMessages {
  private final MessageRing ring;
  private final NanoClock clock;
  private final List<Producer> producers;
  private final int stride;
  private final long startNs;

  /**
   * @param producers of one load
   * @param startNs the clock's reading at its start
   */
  OpenMessages(MessageRing ring, NanoClock clock, List<Producer> producers, long startNs) {
    this.ring = ring;
    this.clock = clock;
    this.producers = List.copyOf(producers);
    this.stride = producers.size();
    this.startNs = startNs;
  }

  /**
   * Ends a message; false if there is none. A duration from before this load ends none either, and
   * is no fault: it belongs to the warm-up.
   *
   * @param sinceDue whether the duration counts from the intended start, or from the actual one
   */
  boolean end(long ns, boolean sinceDue) {
    long nowNs = clock.nanoTime();
    long fromNs = nowNs - ns;
    if (ns >= 0 && fromNs < startNs) {
      return false;
    }
    if (ns >= 0) {
      for (Producer producer : producers) {
        if (end(producer, nowNs, ns, sinceDue)) {
          return true;
        }
      }
    }
    ring.refuse();
    return false;
  }

  private boolean end(Producer producer, long nowNs, long ns, boolean sinceDue) {
    long first = producer.seenReapId();
    long id = last(first, producer.seenNextId(), nowNs - ns, sinceDue);
    for (; id >= first; id -= stride) {
      if (ring.isOpen(id)) {
        long endNs = baseNs(id, sinceDue) + ns;
        long startedNs = ring.startNs(id);
        // a task with a start of its own: the message ends now, if it had not begun since
        if (ring.endIfOpen(id, endNs < startedNs ? Math.max(nowNs, startedNs) : endNs)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The last message from the first to the next that started at a reading or before; or none. */
  private long last(long firstId, long nextId, long atNs, boolean sinceDue) {
    long high = (nextId - firstId) / stride; // the first that is known to be later
    long step = 1;
    long low = high - 1;
    while (low >= 0 && baseNs(firstId + low * stride, sinceDue) > atNs) {
      high = low;
      low -= step;
      step *= 2;
    }
    low = Math.max(-1, low);
    while (high - low > 1) {
      long middle = (low + high) >>> 1;
      if (baseNs(firstId + middle * stride, sinceDue) > atNs) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return firstId + low * stride;
  }

  private long baseNs(long id, boolean sinceDue) {
    return sinceDue ? ring.intendedNs(id) : ring.startNs(id);
  }
}
