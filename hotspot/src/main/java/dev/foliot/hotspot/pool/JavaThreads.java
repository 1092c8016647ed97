package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.VmTables;
import java.util.Arrays;

/**
 * The threads that run Java code, as HotSpot lists them: where it keeps the reference to each, and
 * the kernel's id. Immutable.
 */
final class JavaThreads {
  private static final int MOST_THREADS = 200_000;

  /** More are counted only. */
  private static final int MOST_ASKED = 4096;

  private static final long ID_MASK = 0xffff_ffffL;

  private final long list;
  private final int length;
  private final int array;
  private final int object;
  private final int nativeThread;
  private final int id;

  JavaThreads(VmTables tables) throws BadMemoryException {
    list = tables.address("ThreadsSMRSupport::_java_thread_list");
    length = tables.offset("ThreadsList::_length");
    array = tables.offset("ThreadsList::_threads");
    object = tables.offset("JavaThread::_threadObj");
    nativeThread = tables.offset("JavaThread::_osthread", "Thread::_osthread");
    id = tables.offset("OSThread::_thread_id");
  }

  /**
   * Those that there are now, as far as they make sense.
   *
   * @param handles the addresses of the pointers to their objects
   * @param tids the kernel's ids of them, in the same order
   * @param unasked how many more there are
   */
  @SuppressWarnings("ArrayRecordComponent") // made for one caller
  record Listed(long[] handles, long[] tids, int unasked) {}

  Listed look(HeapWords memory) throws BadMemoryException {
    long now = HeapWords.object(memory.word(list), "the list of threads");
    int count = memory.int4(now + length);
    if (count < 0 || count > MOST_THREADS) {
      throw new BadMemoryException("there are " + count + " threads");
    }
    long first = HeapWords.object(memory.word(now + array), "the threads");
    long[] places = new long[Math.min(count, MOST_ASKED)];
    Arrays.setAll(places, i -> first + (long) i * Long.BYTES);
    long[] threads = memory.pointers(places);
    long[] handles = memory.pointers(HeapWords.after(threads, object));
    long[] natives = memory.pointers(HeapWords.after(threads, nativeThread));
    long[] idPlaces = HeapWords.after(natives, id);
    long[] ids = memory.words(Arrays.stream(idPlaces).map(HeapReferences::wordOf).toArray());
    int kept = 0;
    for (int i = 0; i < threads.length; i++) {
      long tid = HeapReferences.int4(ids[i], idPlaces[i]) & ID_MASK;
      if (handles[i] != 0 && tid > 0 && tid <= Integer.MAX_VALUE) {
        handles[kept] = handles[i];
        ids[kept++] = tid;
      }
    }
    return new Listed(
        Arrays.copyOf(handles, kept), Arrays.copyOf(ids, kept), count - places.length);
  }
}
