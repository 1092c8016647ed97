package dev.foliot.hotspot.locks;

import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.VmTables;
import java.util.Arrays;
import java.util.Optional;

/**
 * The fields of HotSpot's threads and monitors. Immutable; offsets in bytes, {@link #NONE} for a
 * field that this version lacks.
 *
 * <p>The owner of a monitor was a pointer until JDK 23: to a thread, into a thread's stack, or the
 * mark of a lock whose owner has it on its own list [1]. Since JDK 24 it is the id of a Java
 * thread.
 *
 * <p>[1] src/hotspot/share/runtime/objectMonitor.hpp and lockStack.hpp.
 */
final class VmThreadFields {
  static final int NONE = -1;

  private static final int MOST_THREADS = 200_000;

  /** Further threads are only counted. */
  private static final int MOST_ASKED = 2048;

  private static final int USUAL_NATIVE = 4;
  private static final int USUAL_BLOCKED = 10;
  private static final long USUAL_ANONYMOUS = 1;

  final int threadObject;
  final int virtualThread;
  final int nativeThread;
  final int state;
  final int pendingMonitor;
  final int waitingMonitor;
  final int lastSp;
  final int lastPc;
  final int lastFp;
  final int stackBase;
  final int stackSize;
  final int ownerId;
  final int lockTop;
  final int lockBase;
  final int id;
  final int monitorOwner;
  final int monitorObject;
  final long inNative;
  final long blocked;
  final long anonymous;
  private final long list;
  private final int length;
  private final int array;

  VmThreadFields(VmTables tables) throws BadMemoryException {
    list = tables.address("ThreadsSMRSupport::_java_thread_list");
    length = tables.offset("ThreadsList::_length");
    array = tables.offset("ThreadsList::_threads");
    threadObject = tables.offset("JavaThread::_threadObj");
    virtualThread = optional(tables, "JavaThread::_vthread");
    nativeThread = tables.offset("JavaThread::_osthread", "Thread::_osthread");
    id = tables.offset("OSThread::_thread_id");
    state = tables.offset("JavaThread::_thread_state");
    pendingMonitor =
        tables.offset("JavaThread::_current_pending_monitor", "Thread::_current_pending_monitor");
    waitingMonitor =
        tables.offset("JavaThread::_current_waiting_monitor", "Thread::_current_waiting_monitor");
    int anchor = tables.offset("JavaThread::_anchor");
    lastSp = anchor + tables.offset("JavaFrameAnchor::_last_Java_sp");
    lastPc = anchor + tables.offset("JavaFrameAnchor::_last_Java_pc");
    lastFp = anchor + tables.offset("JavaFrameAnchor::_last_Java_fp");
    stackBase = tables.offset("JavaThread::_stack_base", "Thread::_stack_base");
    stackSize = tables.offset("JavaThread::_stack_size", "Thread::_stack_size");
    ownerId = optional(tables, "JavaThread::_monitor_owner_id", "JavaThread::_lock_id");
    int locks = optional(tables, "JavaThread::_lock_stack");
    lockTop = locks == NONE ? NONE : locks + tables.offset("LockStack::_top");
    lockBase = locks == NONE ? NONE : locks + tables.offset("LockStack::_base[0]");
    monitorOwner = tables.offset("ObjectMonitor::_owner");
    monitorObject = tables.offset("ObjectMonitor::_object");
    inNative = tables.constant("_thread_in_native").orElse(USUAL_NATIVE);
    blocked = tables.constant("_thread_blocked").orElse(USUAL_BLOCKED);
    anonymous = tables.constant("ObjectMonitor::ANONYMOUS_OWNER").orElse(USUAL_ANONYMOUS);
  }

  private static int optional(VmTables tables, String... names) throws BadMemoryException {
    Optional<VmTables.Field> field = tables.field(names);
    return field.isEmpty() ? NONE : tables.offset(names);
  }

  /** Whether the owner of a monitor is the id of a Java thread. */
  boolean areOwnersIds() {
    return ownerId != NONE;
  }

  /**
   * The current threads.
   *
   * @param addresses of those examined
   * @param unasked how many others exist
   */
  @SuppressWarnings("ArrayRecordComponent") // made for one caller
  record Listed(long[] addresses, int unasked) {}

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
    long[] present = Arrays.stream(threads).filter(thread -> thread != 0).toArray();
    return new Listed(present, count - places.length);
  }

  /** Four bytes of a field of some structures, as numbers without a sign; 0 for no structure. */
  static long[] ints(HeapWords memory, long[] structures, int offset) {
    long[] places = HeapWords.after(structures, offset);
    long[] words = memory.words(Arrays.stream(places).map(Memory::wordOf).toArray());
    for (int i = 0; i < words.length; i++) {
      words[i] = Integer.toUnsignedLong(Memory.int4(words[i], places[i]));
    }
    return words;
  }
}
