package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Samples a pool along a known way from a thread to its queue, in one system call. If a reference
 * on the way has changed, because the collector moves objects, it is looked for again. For one
 * thread.
 *
 * @param <W> the way, with the places read along it
 */
abstract class WaySampler<W extends WaySampler.Way> implements PoolSampler {
  private static final int TRIES = 3;

  final HeapWords heap;
  private @Nullable W way;

  WaySampler(HeapWords heap) {
    this.heap = heap;
  }

  /** A way. */
  interface Way {
    /** The places along it. */
    HeapWay words();
  }

  /** Looks for the way. */
  abstract W find() throws BadMemoryException;

  /** The counts, from the values of all places; empty if the pool stops. */
  abstract Reading<Optional<PoolSample>> read(W known, long[] values) throws BadMemoryException;

  /** The way of the last sample; null before the first one, and while objects are moved. */
  final @Nullable W known() {
    return way;
  }

  @Override
  public final Reading<Optional<PoolSample>> sample() {
    try {
      for (int i = 0; i < TRIES; i++) {
        W known = way == null ? find() : way;
        way = known;
        Optional<long[]> values = known.words().read(heap.memory(), known.words().size());
        if (values.isPresent()) {
          return read(known, values.get());
        }
        way = null;
      }
    } catch (BadMemoryException e) {
      way = null;
      return Reading.unavailable(new JvmReason.PartUnreadable(JvmReason.JvmPart.POOL, e.what()));
    }
    return Reading.unavailable(new JvmReason.PoolMoved());
  }
}
