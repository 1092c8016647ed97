package dev.foliot.linux.perf;

import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.memory.MappingCalls;
import dev.foliot.linux.proc.Threads;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.SystemReason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The perf events of one window and their rings. Closing it releases all of them, whatever
 * happened. For one thread.
 */
final class PerfSession implements AutoCloseable {

  private final Path root;
  private final PerfCalls calls;
  private final MappingCalls mappings;
  private final Arena arena = Arena.ofConfined();
  private final PerfCalls.Scratch scratch = PerfCalls.Scratch.in(arena);
  private final List<Integer> descriptors = new ArrayList<>();
  private final List<MemorySegment> mapped = new ArrayList<>();

  /** What a window does. */
  interface Work<T> {
    T in(PerfSession session) throws UnreadableException;
  }

  /** An event to open on each thread. */
  record Asked(PerfEvent event, MemorySegment attributes) {}

  private PerfSession(Path root, PerfCalls calls, MappingCalls mappings) {
    this.root = root;
    this.calls = calls;
    this.mappings = mappings;
  }

  /** Does the work in a session of its own; {@code root} is where the kernel's files are. */
  static <T> Reading<T> run(Path root, Work<T> work) {
    try {
      PerfCalls calls = UnreadableException.valueOf(PerfCalls.linked());
      MappingCalls mappings = UnreadableException.valueOf(MappingCalls.linked());
      try (PerfSession session = new PerfSession(root, calls, mappings)) {
        return Reading.of(work.in(session));
      }
    } catch (UnreadableException e) {
      return e.reading();
    }
  }

  /** Prepares an event; {@code kernel} as in {@link PerfTarget}. */
  Asked ask(PerfEvent event, boolean kernel, PerfSampling sampling) {
    return new Asked(event, PerfAttributes.of(arena, event, kernel, sampling));
  }

  /** Opens an event on a thread; returns its descriptor, or empty if the thread has ended. */
  OptionalInt open(Asked asked, PerfTarget target) throws UnreadableException {
    PerfCalls.Outcome outcome = calls.open(scratch, asked.attributes(), target);
    if (outcome.errno() == PerfCalls.ESRCH) {
      return OptionalInt.empty();
    }
    if (outcome.errno() != 0) {
      return UnreadableException.valueOf(
          PerfRefusal.read(root, asked.event(), target, outcome.errno()).reading());
    }
    descriptors.add((int) outcome.value());
    return OptionalInt.of((int) outcome.value());
  }

  /** Whether an event may be opened on a thread; true for an ended thread. */
  boolean isAllowed(Asked asked, PerfTarget target) {
    PerfCalls.Outcome outcome = calls.open(scratch, asked.attributes(), target);
    if (outcome.errno() == 0) {
      calls.close((int) outcome.value());
    }
    return outcome.errno() != PerfCalls.EACCES && outcome.errno() != PerfCalls.EPERM;
  }

  /** The threads that process {@code pid} has now. */
  Set<Integer> living(long pid) throws UnreadableException {
    Set<Integer> living = new HashSet<>();
    for (long tid : UnreadableException.valueOf(Threads.of(root, pid))) {
      if (tid == (int) tid) {
        living.add((int) tid);
      }
    }
    return living;
  }

  /** Lets an event count until it is stopped. */
  void start(int descriptor) throws UnreadableException {
    control(descriptor, PerfCalls.ENABLE, 0);
  }

  /** Starts an event until it has overflowed this many times. */
  void start(int descriptor, int overflows) throws UnreadableException {
    control(descriptor, PerfCalls.REFRESH, overflows);
  }

  /** Lets an event count no more. */
  void stop(int descriptor) throws UnreadableException {
    control(descriptor, PerfCalls.DISABLE, 0);
  }

  private void control(int descriptor, long request, long argument) throws UnreadableException {
    int errno = calls.control(scratch, descriptor, request, argument).errno();
    if (errno != 0) {
      throw new UnreadableException(
          new CountersReason.EventCallFailed(CountersReason.EventCall.SWITCH, errno));
    }
  }

  /** The count of an event; empty if the kernel no longer reports it. */
  OptionalLong count(int descriptor) {
    PerfCalls.Outcome outcome = calls.count(scratch, descriptor);
    return outcome.errno() == 0 ? OptionalLong.of(outcome.value()) : OptionalLong.empty();
  }

  /**
   * Maps a ring for each event, of about {@code wanted} bytes. If the limit on locked memory
   * prevents it, it halves the size until it fits. Empty if not even {@code least} bytes are free
   * for each.
   */
  Optional<List<PerfRing>> mapAll(List<Integer> events, long wanted, long least)
      throws UnreadableException {
    int page = mappings.pageBytes();
    for (long bytes = ringBytes(wanted, page); bytes >= Math.max(least, page); bytes /= 2) {
      List<PerfRing> rings = new ArrayList<>();
      while (rings.size() < events.size()) {
        Optional<PerfRing> ring = map(events.get(rings.size()), bytes);
        if (ring.isEmpty()) {
          break;
        }
        rings.add(ring.get());
      }
      if (rings.size() == events.size()) {
        return Optional.of(rings);
      }
      rings.forEach(this::unmap);
    }
    return Optional.empty();
  }

  /** Maps a ring of a power of two of pages; empty if locked memory is at its limit. */
  private Optional<PerfRing> map(int descriptor, long bytes) throws UnreadableException {
    MappingCalls.Outcome outcome = mappings.map(descriptor, mappings.pageBytes() + bytes);
    if (outcome.errno() == PerfCalls.EPERM || outcome.errno() == PerfCalls.ENOMEM) {
      return Optional.empty();
    }
    if (outcome.errno() != 0) {
      throw new UnreadableException(
          new CountersReason.EventCallFailed(CountersReason.EventCall.MAP, outcome.errno()));
    }
    mapped.add(outcome.memory());
    return Optional.of(PerfRing.in(outcome.memory(), mappings.pageBytes()));
  }

  private void unmap(PerfRing ring) {
    mapped.remove(ring.mapping());
    mappings.unmap(ring.mapping());
  }

  /** The reason if no thread to watch is alive. */
  static UnreadableException noneLives(long pid) {
    return new UnreadableException(new SystemReason.NoThreadLives(pid));
  }

  /** The reason if no ring could be mapped. */
  static UnreadableException noRing() {
    return new UnreadableException(new CountersReason.NoRoomForRing());
  }

  /** The least power of two of pages that holds {@code wanted} bytes, in bytes. */
  static long ringBytes(long wanted, int page) {
    long pages = Math.max(1, Math.ceilDiv(wanted, page));
    long power = Long.highestOneBit(pages);
    return (power == pages ? power : power * 2) * page;
  }

  @Override
  public void close() {
    mapped.forEach(mappings::unmap);
    descriptors.forEach(calls::close);
    arena.close();
  }
}
