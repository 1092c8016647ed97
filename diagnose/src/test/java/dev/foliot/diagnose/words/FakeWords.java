package dev.foliot.diagnose.words;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.watch.TargetThreads;
import dev.foliot.diagnose.watch.WatchTurns;
import dev.foliot.hotspot.code.MemoryWrite;
import dev.foliot.hotspot.code.TypeSearch;
import dev.foliot.hotspot.heap.ObjectPlace;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.perf.CpuSampler.Sample;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.PerfEvent.Watchpoint;
import dev.foliot.linux.perf.UserRegisters;
import dev.foliot.linux.perf.Watchpoints;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A simulated JVM whose threads write words of the heap, with time. */
final class FakeWords implements WordsTarget, TargetThreads, NanoClock {
  static final long HIT_NS = 13_000;

  /** Each writes words at an instruction, in some samples of each round. */
  record Writer(int tid, long ip, long address, int samples) {}

  final List<Writer> writers = new ArrayList<>();
  final Map<Long, ObjectPlace> places = new HashMap<>();
  final Map<Long, TypeSearch> searches = new HashMap<>();
  final Map<TypeSearch, Searched> types = new HashMap<>();

  /** CPUs that each thread uses, and CPUs that it uses or waits for. */
  double ran = 1;

  double wanted = 1;

  /** Whether the writers take turns, in windows. */
  boolean inTurn;

  /** Whether the collector moves all objects while they are watched. */
  boolean isMoving;

  /** Whether samples have registers. */
  boolean hasRegisters = true;

  Optional<Reason> unreadable = Optional.empty();
  Optional<SystemReason> sampling = Optional.empty();
  Optional<SystemReason> watching = Optional.empty();
  long diesAt = Long.MAX_VALUE;
  int windows;
  private final WatchTurns turns = new WatchTurns();
  private long now = 1_000_000_000L;
  private int looks;

  @Override
  public TargetThreads threads() {
    return this;
  }

  @Override
  public boolean isAlive() {
    return now < diesAt;
  }

  @Override
  public Optional<Reason> unreadable() {
    return unreadable;
  }

  @Override
  public Reading<CpuSampler.Samples> onCpu(Collection<Integer> tids, long windowNs, int perS) {
    now += windowNs;
    if (sampling.isPresent()) {
      return Reading.unavailable(sampling.get());
    }
    List<Sample> samples = new ArrayList<>();
    for (Writer writer : writers) {
      for (int i = 0; i < writer.samples(); i++) {
        samples.add(
            hasRegisters
                ? new Sample(
                    writer.tid(),
                    writer.ip(),
                    false,
                    UserRegisters.of(
                        Map.of("rip", writer.ip(), "rbx", (long) writer.tid(), "rsi", 64L)))
                : new Sample(writer.tid(), writer.ip(), false));
      }
    }
    return Reading.of(new CpuSampler.Samples(PerfEvent.Software.CPU_CLOCK, false, samples, 0));
  }

  @Override
  public List<MemoryWrite> writes(UserRegisters registers) {
    long tid = registers.named("rbx").orElse(0);
    List<MemoryWrite> writes = new ArrayList<>();
    for (Writer writer : writers) {
      if (writer.tid() == tid && writer.ip() == registers.ip() && writer.address() != 0) {
        writes.add(
            new MemoryWrite(writer.ip() - 5, writer.ip(), writer.address(), Long.BYTES, true));
      }
    }
    return writes;
  }

  @Override
  public Optional<TypeSearch> search(UserRegisters registers) {
    return Optional.ofNullable(searches.get(registers.ip()));
  }

  @Override
  public Optional<Searched> searched(TypeSearch search) {
    return Optional.ofNullable(types.get(search));
  }

  @Override
  public List<Optional<ObjectPlace>> objects(List<Asked> asked) {
    boolean isSecond = looks++ % 2 == 1;
    List<Optional<ObjectPlace>> found = new ArrayList<>();
    for (Asked one : asked) {
      found.add(
          isMoving && isSecond ? Optional.empty() : Optional.ofNullable(places.get(one.address())));
    }
    return found;
  }

  @Override
  public String place(Hit hit) {
    return "com.acme.Work.run:" + hit.registers().ip();
  }

  @Override
  public String place(long ip) {
    return "com.acme.Work.run:" + ip;
  }

  @Override
  public WatchTurns turns() {
    return turns;
  }

  @Override
  public Reading<List<Integer>> ids() {
    Set<Integer> tids = new HashSet<>();
    writers.forEach(writer -> tids.add(writer.tid()));
    return Reading.of(tids.stream().sorted().toList());
  }

  @Override
  public boolean areStopped() {
    return false;
  }

  @Override
  public OptionalLong cpuNs(int tid) {
    return OptionalLong.of((long) (now * ran));
  }

  @Override
  public Optional<Used> used(int tid) {
    return Optional.of(new Used((long) (now * ran), (long) (now * wanted), now / 1_000_000));
  }

  @Override
  public String nameOf(int tid) {
    return "worker-" + tid;
  }

  @Override
  public int cpusOf(Collection<Integer> tids) {
    return 2;
  }

  @Override
  public Reading<Double> hitCostNs() {
    return Reading.of((double) HIT_NS);
  }

  @Override
  public Reading<Double> sampledHitCostNs() {
    return Reading.of((double) HIT_NS);
  }

  private boolean writesNow(Writer writer, Watchpoint word) {
    List<Writer> own = writers.stream().filter(one -> one.address() != 0).toList();
    boolean isTurn = !inTurn || own.get(windows % own.size()).tid() == writer.tid();
    return writer.address() == word.address() && isTurn;
  }

  @Override
  public Reading<List<Watchpoints.Window>> count(
      Collection<Integer> tids, List<Watchpoint> words, long windowNs, int maxHits) {
    if (watching.isPresent()) {
      return Reading.unavailable(watching.get());
    }
    now += windowNs;
    List<Watchpoints.Window> all = new ArrayList<>();
    for (Watchpoint word : words) {
      Map<Integer, Long> hits = new HashMap<>();
      for (Writer writer : writers) {
        if (tids.contains(writer.tid()) && writesNow(writer, word)) {
          hits.put(writer.tid(), Math.min(maxHits, windowNs / HIT_NS));
        }
      }
      all.add(new Watchpoints.Window(word, windowNs, hits, Set.of()));
    }
    windows++;
    return Reading.of(all);
  }

  @Override
  public Reading<Watchpoints.Sampled> sample(
      Collection<Integer> tids, Watchpoint word, long windowNs, int maxHits) {
    now += windowNs;
    List<Hit> hits = new ArrayList<>();
    for (Writer writer : writers) {
      if (tids.contains(writer.tid()) && writesNow(writer, word)) {
        for (int i = 0; i < 10; i++) {
          hits.add(
              new Hit(
                  writer.tid(),
                  now + i * HIT_NS * (inTurn ? 1_000L : 1),
                  UserRegisters.of(Map.of("rip", writer.ip())),
                  new byte[0]));
        }
      }
    }
    windows++;
    return Reading.of(new Watchpoints.Sampled(word, windowNs, hits, Map.of()));
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    now += nanos;
  }

  @Override
  public void await(long nanos) {
    now += nanos;
  }
}
