package dev.foliot.service.timeline;

import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.SchedStatFile;
import dev.foliot.linux.proc.ThreadName;
import dev.foliot.linux.proc.Threads;
import dev.foliot.store.explain.StopKind;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The waits for a CPU of those threads of a program that use CPUs most, without the JVM's own
 * threads. The kernel adds a wait when it ends, so its length is exact.
 *
 * <p>At most {@value #MOST} threads are watched. Which ones these are is looked up each second, a
 * few threads at a reading: a program with many threads costs no more.
 */
final class BusyThreadStops implements StopSource {
  private static final int MOST = 16;

  private static final long EVERY_NS = 5_000_000;
  private static final long SHORTEST_NS = 100_000;
  private static final long BETWEEN_LOOKS_NS = 1_000_000_000;
  private static final int LOOKS_AT_A_READING = 4;

  private final Path root;
  private final long pid;
  private final Map<Long, Watched> watched = new LinkedHashMap<>();
  private final Deque<Long> left = new ArrayDeque<>();
  private final Map<Long, Long> usedNs = new HashMap<>();
  private final Map<Long, Long> grownNs = new HashMap<>();
  private boolean isFirst = true;
  private long lookedNs;

  /** A thread with its last reading. */
  private static final class Watched {
    private final SchedStatFile file;
    private final String name;
    private long waitedNs = -1;

    Watched(SchedStatFile file, String name) {
      this.file = file;
      this.name = name;
    }

    /** How long it has waited since the last reading; empty if it has ended. */
    Optional<Long> grownNs() {
      return switch (file.runQueueWaitNs()) {
        case Reading.Unavailable<Long> _ -> Optional.empty();
        case Reading.Value<Long>(Long nowWaitedNs) -> {
          long grown = waitedNs < 0 ? 0 : nowWaitedNs - waitedNs;
          waitedNs = nowWaitedNs;
          yield Optional.of(grown);
        }
      };
    }
  }

  BusyThreadStops(Path root, long pid) {
    this.root = root;
    this.pid = pid;
  }

  @Override
  public String name() {
    return "waits of the busiest threads for a CPU";
  }

  @Override
  public long everyNs() {
    return EVERY_NS;
  }

  @Override
  public Reading<Boolean> read(long sinceNs, long nowNs, Sink sink) {
    if (isFirst || (left.isEmpty() && nowNs - lookedNs >= BETWEEN_LOOKS_NS)) {
      Reading<List<Long>> threads = Threads.of(root, pid);
      if (threads instanceof Reading.Unavailable<List<Long>> none) {
        return none.retyped();
      }
      lookedNs = nowNs;
      left.addAll(threads.orElse(List.of()));
    }
    Reading<Boolean> looked = look(isFirst ? left.size() : LOOKS_AT_A_READING);
    if (isFirst && looked instanceof Reading.Unavailable<Boolean>) {
      return looked;
    }
    isFirst = false;
    List<Long> ended = new ArrayList<>();
    watched.forEach((tid, thread) -> {
      Optional<Long> grown = thread.grownNs();
      if (grown.isEmpty()) {
        ended.add(tid);
      } else if (grown.get() >= SHORTEST_NS) {
        sink.stop(
            nowNs - grown.get(),
            nowNs,
            grown.get(),
            nowNs - sinceNs,
            StopKind.RUN_QUEUE,
            thread.name);
      }
    });
    ended.forEach(this::drop);
    return Reading.of(true);
  }

  /** Looks at some threads; after the last one the busiest are chosen. */
  private Reading<Boolean> look(int most) {
    Reading<Boolean> seen = Reading.of(true);
    boolean isAnySeen = false;
    for (int i = 0; i < most && !left.isEmpty(); i++) {
      long tid = left.remove();
      switch (SchedStat.of(root, pid, tid)) {
        case Reading.Unavailable<SchedStat> none -> seen = none.retyped();
        case Reading.Value<SchedStat>(SchedStat now) -> {
          isAnySeen = true;
          long nowNs = now.onCpuNs() + now.runQueueWaitNs();
          Long beforeNs = usedNs.put(tid, nowNs);
          grownNs.put(tid, nowNs - (beforeNs == null ? 0 : beforeNs));
        }
      }
      if (left.isEmpty()) {
        choose();
      }
    }
    return isAnySeen ? Reading.of(true) : seen;
  }

  private void choose() {
    Set<Long> chosen = new HashSet<>();
    List<Map.Entry<Long, Long>> busiest =
        grownNs.entrySet().stream()
            .filter(one -> one.getValue() > 0)
            .sorted(Map.Entry.<Long, Long>comparingByValue(Comparator.reverseOrder()))
            .toList();
    for (Map.Entry<Long, Long> one : busiest) {
      if (chosen.size() < MOST && isWatchable(one.getKey())) {
        chosen.add(one.getKey());
      }
    }
    List.copyOf(watched.keySet()).stream().filter(tid -> !chosen.contains(tid)).forEach(this::drop);
    usedNs.keySet().retainAll(grownNs.keySet());
    grownNs.clear();
  }

  /** Watches a thread, unless it is one of the JVM's own, or has ended. */
  private boolean isWatchable(long tid) {
    if (watched.containsKey(tid)) {
      return true;
    }
    return switch (ThreadName.of(root, pid, tid)) {
      case Reading.Unavailable<String> _ -> false;
      case Reading.Value<String>(String name) ->
          switch (ThreadFamily.of(name).kind()) {
            case GC, JIT, VM -> false;
            case CARRIERS, WORKERS, PROGRAM -> {
              watched.put(tid, new Watched(new SchedStatFile(root, pid, tid), name));
              yield true;
            }
          };
    };
  }

  private void drop(long tid) {
    Watched ended = watched.remove(tid);
    if (ended != null) {
      ended.file.close();
    }
  }

  @Override
  public void close() {
    List.copyOf(watched.keySet()).forEach(this::drop);
  }
}
