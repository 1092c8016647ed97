package dev.foliot.hotspot.locks;

import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.locks.ThreadSample.Exit;
import dev.foliot.hotspot.locks.ThreadSample.State;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads all threads with few system calls. For one thread.
 *
 * <p>The columns of a sample are read one after the other, so a thread may change in between. The
 * columns that say what it waits for are read again at the end.
 */
final class ThreadReader {
  /** An array's elements follow its length at once (JDK-8139457). */
  private static final int CLOSE_ELEMENTS = 23;

  private static final int MOST_KNOWN = 20_000;
  private static final int MOST_NAME_BYTES = 200;
  private static final int LOCK_STACK = 8;
  private static final long MOST_STACK = 1L << 32;

  private final HeapWords heap;
  private final VmThreadFields vm;
  private final JavaThreadFields fields;
  private final int firstByte;
  private final Map<Long, Boolean> owned = new HashMap<>();

  ThreadReader(HeapWords heap, VmThreadFields vm, JavaThreadFields fields, int feature) {
    this.heap = heap;
    this.vm = vm;
    this.fields = fields;
    int end = heap.layout().arrayLength() + Integer.BYTES;
    firstByte = feature >= CLOSE_ELEMENTS ? end : Math.ceilDiv(end, Long.BYTES) * Long.BYTES;
  }

  HeapWords heap() {
    return heap;
  }

  JavaThreadFields fields() {
    return fields;
  }

  /**
   * A wait before its classes are checked.
   *
   * @param ownerTid as in {@link Wait}; {@link Wait#UNMOUNTED} also for a thread that has ended
   * @param ownerKlass the class of a lock's owner
   */
  record RawWait(Wait.Kind kind, long id, long klass, long ownerTid, long ownerKlass) {}

  /** The columns of one sample. */
  final class Raw {
    private final long[] threads;
    private final int unasked;
    private final long[] handles;
    private final long[] objects;
    private final long[] current;
    private final long[] klasses;
    private final long[] tids;
    private final long[] states;
    private final long[] pending;
    private final long[] waiting;
    private final long[] blockers;
    private final long[] sps;
    private final long[] pcs;
    private final long[] fps;
    private final @Nullable RawWait[] waits;
    private boolean[] still = {};

    Raw(VmThreadFields.Listed listed) {
      threads = listed.addresses();
      unasked = listed.unasked();
      pending = heap.pointers(HeapWords.after(threads, vm.pendingMonitor));
      waiting = heap.pointers(HeapWords.after(threads, vm.waitingMonitor));
      states = VmThreadFields.ints(heap, threads, vm.state);
      sps = heap.pointers(HeapWords.after(threads, vm.lastSp));
      pcs = heap.words(HeapWords.after(threads, vm.lastPc));
      fps = heap.words(HeapWords.after(threads, vm.lastFp));
      handles = heap.pointers(HeapWords.after(threads, vm.threadObject));
      objects = heap.behind(handles);
      current = vm.virtualThread == VmThreadFields.NONE ? objects : mounted();
      klasses = heap.klasses(objects);
      long[] natives = heap.pointers(HeapWords.after(threads, vm.nativeThread));
      tids = VmThreadFields.ints(heap, natives, vm.id);
      blockers = blockers();
      waits = new RawWait[threads.length];
    }

    private long[] mounted() {
      long[] others = heap.behind(heap.pointers(HeapWords.after(threads, vm.virtualThread)));
      for (int i = 0; i < others.length; i++) {
        others[i] = others[i] == 0 ? objects[i] : others[i];
      }
      return others;
    }

    private long[] blockers() {
      return heap.current(heap.references(HeapWords.after(current, fields.blocker())));
    }

    int size() {
      return threads.length;
    }

    int unasked() {
      return unasked;
    }

    long thread(int i) {
      return threads[i];
    }

    long handle(int i) {
      return handles[i];
    }

    long object(int i) {
      return objects[i];
    }

    long klass(int i) {
      return klasses[i];
    }

    long tid(int i) {
      return tids[i] <= Integer.MAX_VALUE ? tids[i] : 0;
    }

    boolean isMounted(int i) {
      return current[i] != 0 && heap.identity(current[i]) != heap.identity(objects[i]);
    }

    State state(int i) {
      return states[i] == vm.blocked
          ? State.BLOCKED
          : states[i] == vm.inNative ? State.NATIVE : State.RUNNING;
    }

    Exit exit(int i) {
      return new Exit(sps[i], pcs[i], fps[i]);
    }

    @Nullable RawWait waitOf(int i) {
      return waits[i];
    }

    /** Whether the thread still waits for the same as at first. */
    boolean isStill(int i) {
      return still[i];
    }

    private void find() {
      Map<Long, Integer> byObject = new HashMap<>();
      for (int i = 0; i < threads.length; i++) {
        byObject.put(heap.identity(objects[i]), i);
        byObject.put(heap.identity(current[i]), i);
      }
      byObject.remove(0L);
      monitors(pending, Wait.Kind.MONITOR);
      monitors(waiting, Wait.Kind.OBJECT_WAIT);
      parked(byObject);
      still = still();
    }

    private void monitors(long[] monitors, Wait.Kind kind) {
      long[] objectsOf = heap.behind(heap.pointers(HeapWords.after(monitors, vm.monitorObject)));
      long[] klassesOf = heap.klasses(objectsOf);
      long[] owners =
          kind == Wait.Kind.MONITOR
              ? owners(heap.words(HeapWords.after(monitors, vm.monitorOwner)), objectsOf)
              : new long[monitors.length];
      for (int i = 0; i < threads.length; i++) {
        if (monitors[i] != 0 && waits[i] == null && states[i] == vm.blocked) {
          waits[i] = new RawWait(kind, monitors[i], klassesOf[i], owners[i], 0);
        }
      }
    }

    /** The kernel's ids of the owners of monitors, from what the monitors hold. */
    private long[] owners(long[] held, long[] objectsOf) {
      if (vm.areOwnersIds()) {
        return byId(held, objectsOf);
      }
      long[] owners = new long[held.length];
      long @Nullable [][] locks = null;
      for (int i = 0; i < held.length; i++) {
        if (held[i] == vm.anonymous && vm.lockTop != VmThreadFields.NONE) {
          locks = locks == null ? lockStacks() : locks;
          owners[i] = holder(locks, objectsOf[i]);
        } else if (held[i] != 0) {
          owners[i] = ownerAt(held[i]);
        }
      }
      return owners;
    }

    private long[] byId(long[] held, long[] objectsOf) {
      long[] owners = new long[held.length];
      long @Nullable [][] locks = null;
      Map<Long, Integer> byId = new HashMap<>();
      if (Arrays.stream(held).anyMatch(id -> id != 0)) {
        long[] ids = heap.words(HeapWords.after(threads, vm.ownerId));
        for (int i = 0; i < ids.length; i++) {
          byId.put(ids[i], i);
        }
      }
      for (int i = 0; i < held.length; i++) {
        Integer owner = byId.get(held[i]);
        if (held[i] == vm.anonymous && vm.lockTop != VmThreadFields.NONE) {
          locks = locks == null ? lockStacks() : locks;
          owners[i] = holder(locks, objectsOf[i]);
        } else if (held[i] > vm.anonymous + 1) {
          // the others are virtual threads without a carrier
          owners[i] = owner == null ? Wait.UNMOUNTED : tid(owner);
        }
      }
      return owners;
    }

    /** The thread at an address, or whose stack has it. */
    private long ownerAt(long address) {
      for (int i = 0; i < threads.length; i++) {
        if (threads[i] == address) {
          return tid(i);
        }
      }
      long[] bases = heap.words(HeapWords.after(threads, vm.stackBase));
      long[] sizes = heap.words(HeapWords.after(threads, vm.stackSize));
      for (int i = 0; i < threads.length; i++) {
        if (sizes[i] > 0
            && sizes[i] < MOST_STACK
            && address < bases[i]
            && address >= bases[i] - sizes[i]) {
          return tid(i);
        }
      }
      return 0;
    }

    /** The objects that each thread holds without a monitor. */
    private long[][] lockStacks() {
      long[] tops = VmThreadFields.ints(heap, threads, vm.lockTop);
      long[][] all = new long[LOCK_STACK][];
      for (int slot = 0; slot < LOCK_STACK; slot++) {
        int offset = vm.lockBase + slot * Long.BYTES;
        long[] entries = heap.current(heap.pointers(HeapWords.after(threads, offset)));
        for (int i = 0; i < entries.length; i++) {
          entries[i] = offset < tops[i] ? entries[i] : 0;
        }
        all[slot] = entries;
      }
      return all;
    }

    private long holder(long[][] locks, long object) {
      for (long[] slot : locks) {
        for (int i = 0; i < slot.length; i++) {
          if (object != 0 && slot[i] != 0 && heap.identity(slot[i]) == heap.identity(object)) {
            return tid(i);
          }
        }
      }
      return 0;
    }

    private void parked(Map<Long, Integer> byObject) {
      long[] klassesOf = heap.klasses(blockers);
      long[] owners = lockOwners(blockers, klassesOf);
      long[] ownerKlasses = heap.klasses(owners);
      for (int i = 0; i < threads.length; i++) {
        if (blockers[i] != 0 && waits[i] == null && states[i] == vm.blocked) {
          Integer owner = owners[i] == 0 ? null : byObject.get(heap.identity(owners[i]));
          waits[i] =
              new RawWait(
                  Wait.Kind.PARK,
                  heap.identity(blockers[i]),
                  klassesOf[i],
                  owners[i] == 0 ? 0 : owner == null ? Wait.UNMOUNTED : tid(owner),
                  ownerKlasses[i]);
        }
      }
    }

    private boolean[] still() {
      long[] pendingNow = heap.pointers(HeapWords.after(threads, vm.pendingMonitor));
      long[] waitingNow = heap.pointers(HeapWords.after(threads, vm.waitingMonitor));
      long[] statesNow = VmThreadFields.ints(heap, threads, vm.state);
      long[] spsNow = heap.pointers(HeapWords.after(threads, vm.lastSp));
      long[] blockersNow = blockers();
      boolean[] all = new boolean[threads.length];
      for (int i = 0; i < all.length; i++) {
        all[i] =
            pending[i] == pendingNow[i]
                && waiting[i] == waitingNow[i]
                && states[i] == statesNow[i]
                && sps[i] == spsNow[i]
                && blockers[i] == blockersNow[i];
      }
      return all;
    }
  }

  /**
   * The owners of what threads are parked for; 0 for other objects, and without an owner.
   *
   * @param klassesOf the classes of these objects
   */
  long[] lockOwners(long[] blockers, long[] klassesOf) {
    long[] locks = new long[blockers.length];
    for (int i = 0; i < locks.length; i++) {
      locks[i] = blockers[i] != 0 && isOwned(klassesOf[i]) ? blockers[i] : 0;
    }
    return heap.current(heap.references(HeapWords.after(locks, fields.owner())));
  }

  /** Whether objects of a class are locks with an owner. */
  private boolean isOwned(long klass) {
    if (fields.synchronizer() == 0 || klass == 0) {
      return false;
    }
    Boolean known = owned.get(klass);
    if (known == null) {
      try {
        known = heap.extendsClass(klass, fields.synchronizer());
      } catch (BadMemoryException e) {
        return false;
      }
      if (owned.size() < MOST_KNOWN) {
        owned.put(klass, known);
      }
    }
    return known;
  }

  Raw look() throws BadMemoryException {
    Raw raw = new Raw(vm.look(heap));
    raw.find();
    return raw;
  }

  /** The objects of the current platform threads, as far as they are examined. */
  long[] objects() throws BadMemoryException {
    return heap.behind(heap.pointers(HeapWords.after(vm.look(heap).addresses(), vm.threadObject)));
  }

  /** Where a thread left Java code, now. */
  Exit exit(long thread) throws BadMemoryException {
    return new Exit(
        heap.word(thread + vm.lastSp),
        heap.word(thread + vm.lastPc),
        heap.word(thread + vm.lastFp));
  }

  long stackEnd(long thread) throws BadMemoryException {
    return heap.word(thread + vm.stackBase);
  }

  /** The name of a thread object; empty if unreadable. */
  String name(long object) {
    long[] string = heap.current(heap.references(new long[] {object + fields.name()}));
    long[] bytes = heap.current(heap.references(HeapWords.after(string, fields.value())));
    if (string[0] == 0 || bytes[0] == 0 || heap.klasses(string)[0] != fields.string()) {
      return "";
    }
    try {
      long coderPlace = string[0] + fields.coder();
      long word = heap.word(Memory.wordOf(coderPlace));
      boolean isWide = ((word >>> ((coderPlace & (Long.BYTES - 1)) * Byte.SIZE)) & 1) != 0;
      int length = heap.length(bytes[0]);
      if (length <= 0) {
        return "";
      }
      byte[] text = new byte[Math.min(length, MOST_NAME_BYTES)];
      return heap.memory().read(bytes[0] + firstByte, text)
          ? new String(text, isWide ? StandardCharsets.UTF_16LE : StandardCharsets.ISO_8859_1)
          : "";
    } catch (BadMemoryException e) {
      return "";
    }
  }
}
