package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.watch.CpuUse;
import dev.foliot.diagnose.watch.TargetThreads;
import dev.foliot.diagnose.watch.WatchTurns;
import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.code.WriteChecks;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Supertypes;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.UserRegisters;
import dev.foliot.linux.perf.Watchpoints;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A simulated JVM with threads and time.
 *
 * <p>Threads write and read fields of classes at given rates, are on their CPU for a given share of
 * the time, and are slowed by watchpoints as real ones are. One long class, because reads,
 * watchpoints and waits must come from one machine.
 */
final class FakeTarget implements TargetJvm, TargetThreads, NanoClock {
  static final KlassLayout LAYOUT =
      new KlassLayout(
          Reading.of(32),
          Reading.of(40),
          Reading.of(20),
          Reading.of(48),
          8,
          List.of(
              new KlassLayout.Field("_layout_helper", 8, 4),
              new KlassLayout.Field("_super_check_offset", 20, 4),
              new KlassLayout.Field("_name", 24, 8),
              new KlassLayout.Field("_secondary_super_cache", 32, 8),
              new KlassLayout.Field("_secondary_supers", 40, 8),
              new KlassLayout.Field("_primary_supers", 48, 64),
              new KlassLayout.Field("_java_mirror", 112, 8)));

  static final int CACHE = 32;
  static final int SUPERS = 40;
  static final int SECOND_PRIMARY = 56;

  /** The maximum rate of a thread while each access stops it. */
  private static final double WATCHED_PER_S = 75_000;

  private static final long LOOK_NS = 3_000;
  private static final long WATCH_NS = 40_000;
  private static final double NANOS_PER_S = 1e9;

  /** One thread's accesses to one field of one class. */
  record Actor(
      int tid,
      long klass,
      int offset,
      boolean writes,
      double perS,
      double onCpu,
      long ip,
      Turns turns) {}

  final Map<Long, LoadedClass> classes = new LinkedHashMap<>();
  final Map<Long, List<Long>> asked = new HashMap<>();
  final List<Actor> actors = new ArrayList<>();
  final Map<Integer, Double> cpuShares = new TreeMap<>();

  /** The share of the time that a thread waits for a CPU. */
  final Map<Integer, Double> waitShares = new HashMap<>();

  /** A thread's sleeps per second. */
  final Map<Integer, Double> sleepsPerS = new HashMap<>();

  final Map<String, Boolean> flags = new HashMap<>();
  final Map<Long, CodePlace> places = new HashMap<>();
  final Map<Long, WriteChecks> checks = new HashMap<>();
  final Map<Integer, Long> hits = new HashMap<>();
  private final WatchTurns turns = new WatchTurns();
  private final SplittableRandom random;
  private final Map<Long, Long> flips = new HashMap<>();
  private final Map<Long, Long> lookedAt = new HashMap<>();
  private final Set<Long> unloaded = new HashSet<>();
  int feature = 17;
  int cpus = 2;
  long now = 1_000_000_000L;
  long diesAt = Long.MAX_VALUE;
  long stopsAt = Long.MAX_VALUE;
  long interruptAt = Long.MAX_VALUE;
  long quietFrom = Long.MAX_VALUE;

  /** The factor by which windows last longer than requested. */
  double overshoot = 1;

  /** Why no code can be named. */
  Optional<Reason> nameless = Optional.empty();

  /** Whether watchpoints never hit. */
  boolean isBlind;

  /** Why its flags are unreadable. */
  Optional<Reason> flagless = Optional.empty();

  /** Why the supertypes of its classes are unknown. */
  Optional<Reason> supertypeless = Optional.empty();

  /** The field offsets of its classes. */
  KlassLayout layout = LAYOUT;

  /** Why some classes were not read. */
  Optional<String> incomplete = Optional.empty();

  /** Values in the first sample of a class's word only. */
  final Map<Long, Long> firstSeen = new HashMap<>();

  /** Classes that change once between two samples, and look steady before and after. */
  final Map<Long, Integer> steady = new HashMap<>();

  /** The number of windows after which the requested threads are missing once. */
  int goneAfter = -1;

  double sampledHitNs = 13_000;

  /** The event that samples its threads on a CPU. */
  PerfEvent sampledBy = PerfEvent.Software.CPU_CLOCK;

  boolean sampledPrecisely;

  /** The share of sampled hits that the kernel loses. */
  double lostShare;

  /** Whether watching fails. */
  boolean isBroken;

  Optional<Reason> watchRefusal = Optional.empty();
  Optional<Reason> lateRefusal = Optional.empty();
  Optional<Reason> sampleRefusal = Optional.empty();
  Optional<Reason> clockRefusal = Optional.empty();
  int mostWords = 4;

  /** The window that interrupts its waiting thread; 0 for none. */
  int interruptedWindow;

  int windows;
  long watchDelayNs;

  FakeTarget(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Adds an interface for type checks. */
  long anInterface(long address, String name) {
    classes.put(address, new LoadedClass(address, name, "app", true, false, 1, CACHE, 0, 0));
    return address;
  }

  /** Adds a class that is checked against each interface in turn. */
  long aClass(long address, String name, long... interfaces) {
    classes.put(address, new LoadedClass(address, name, "app", false, false, 1, 48, 0x7000, 3));
    List<Long> list = new ArrayList<>();
    for (long one : interfaces) {
      list.add(one);
    }
    asked.put(address, list);
    return address;
  }

  void writer(int tid, long klass, double perS, double onCpu) {
    writer(tid, klass, perS, onCpu, Turns.ALWAYS);
  }

  /** Adds threads that write in turn. */
  void writersInTurn(long klass, double perS, long turnNs, int... tids) {
    for (int i = 0; i < tids.length; i++) {
      writerInTurn(tids[i], klass, perS, new Turns(turnNs, i, tids.length));
    }
  }

  void writerInTurn(int tid, long klass, double perS, Turns turns) {
    writer(tid, klass, perS, 1, turns);
    takesTurns(tid, turns);
  }

  private void writer(int tid, long klass, double perS, double onCpu, Turns turns) {
    actors.add(new Actor(tid, klass, CACHE, true, perS, onCpu, ip(tid, klass), turns));
    cpuShares.merge(tid, onCpu, Math::max);
    places.put(ip(tid, klass), place("com.acme.Router", "route", 41, false));
  }

  /** Adds a thread that only reads, in turn with others. */
  void readerInTurn(int tid, long klass, int offset, double perS, Turns turns) {
    long ip = ip(tid, klass) + 0x1000;
    actors.add(new Actor(tid, klass, offset, false, perS, 1, ip, turns));
    takesTurns(tid, turns);
    places.put(ip, place("com.acme.Step", "look", 5, true));
  }

  private void takesTurns(int tid, Turns turns) {
    cpuShares.put(tid, 1.0 / turns.of());
    sleepsPerS.put(tid, NANOS_PER_S / turns.lengthNs() / turns.of());
  }

  void reader(int tid, long klass, int offset, double perS, double onCpu) {
    actors.add(new Actor(tid, klass, offset, false, perS, onCpu, ip(tid, klass), Turns.ALWAYS));
    cpuShares.merge(tid, onCpu, Math::max);
    places.put(ip(tid, klass), place("com.acme.Reader", "read", 7, true));
  }

  void unload(long klass) {
    unloaded.add(klass);
  }

  static long ip(int tid, long klass) {
    return 0x7f00_1000_0000L + (klass & 0xffff00L) + tid % 2 * 8L;
  }

  static CodePlace place(String type, String method, int line, boolean exact) {
    return new CodePlace.Compiled(
        List.of(
            new JavaFrame(
                type, method, 3, line, type.substring(type.lastIndexOf('.') + 1) + ".java")),
        exact,
        "C2");
  }

  /** The CPU use of threads that never sleep. */
  static CpuUse sleepless(double ran, double wanted) {
    return new CpuUse(ran, wanted, Double.POSITIVE_INFINITY);
  }

  // Time.

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    now += nanos;
    heedInterrupts();
  }

  @Override
  public void await(long nanos) {
    throw new UnsupportedOperationException("nothing here waits without heeding interrupts");
  }

  private void heedInterrupts() throws InterruptedException {
    if (now >= interruptAt) {
      interruptAt = Long.MAX_VALUE;
      throw new InterruptedException();
    }
  }

  // The JVM.

  @Override
  public int feature() {
    return feature;
  }

  @Override
  public String version() {
    return feature + ".0.1+9";
  }

  @Override
  public boolean isAlive() {
    return now < diesAt;
  }

  @Override
  public Reading<Optional<Boolean>> flag(String name) {
    return flagless.isPresent()
        ? Reading.unavailable(flagless.get())
        : Reading.of(Optional.ofNullable(flags.get(name)));
  }

  @Override
  public KlassLayout layout() {
    return layout;
  }

  @Override
  public Reading<Classes> classes() {
    return Reading.of(new Classes(List.copyOf(classes.values()), 0, incomplete));
  }

  @Override
  public Reading<Supertypes> supertypes(LoadedClass type) {
    List<LoadedClass> interfaces =
        asked.getOrDefault(type.address(), List.of()).stream().map(classes::get).toList();
    return supertypeless.isPresent()
        ? Reading.unavailable(supertypeless.get())
        : Reading.of(new Supertypes(List.of(), interfaces, List.of()));
  }

  @Override
  public Reading<LoadedClass> classAt(long klass) {
    LoadedClass type = classes.get(klass);
    return type == null || unloaded.contains(klass) || !isAlive()
        ? Reading.unavailable(new JvmReason.NoClassAt("0x10", "another class is there"))
        : Reading.of(type);
  }

  @Override
  public TargetMemory.Words words(long[] addresses) {
    now += LOOK_NS + addresses.length * 100L;
    long[] values = new long[addresses.length];
    BitSet present = new BitSet();
    for (int i = 0; i < values.length; i++) {
      long klass = addresses[i] - CACHE;
      if (isAlive() && !unloaded.contains(klass)) {
        present.set(i);
        values[i] = cache(klass);
      }
    }
    return new TargetMemory.Words(values, present);
  }

  private long cache(long klass) {
    List<Long> interfaces = asked.getOrDefault(klass, List.of());
    if (interfaces.isEmpty()) {
      return 0;
    }
    Long first = firstSeen.remove(klass);
    if (first != null) {
      return first;
    }
    if (steady.containsKey(klass)) {
      return interfaces.get(steady.merge(klass, -1, Integer::sum) >= 0 ? 0 : 1);
    }
    double perS = 0;
    for (Actor actor : actors) {
      if (actor.klass == klass && actor.writes && now < quietFrom) {
        perS += actor.perS * actor.onCpu / actor.turns.of();
      }
    }
    double expected = perS * (now - lookedAt.getOrDefault(klass, now)) / NANOS_PER_S;
    lookedAt.put(klass, now);
    long flipped = flips.merge(klass, poisson(expected), Long::sum);
    return interfaces.get((int) (flipped % interfaces.size()));
  }

  private long poisson(double expected) {
    if (expected > 30) {
      return Math.round(expected) + random.nextInt(7);
    }
    long count = 0;
    for (double at = -Math.log1p(-random.nextDouble());
        at < expected;
        at -= Math.log1p(-random.nextDouble())) {
      count++;
    }
    return count;
  }

  @Override
  public Optional<Reason> nameless() {
    return nameless;
  }

  @Override
  public CodePlace place(long ip) {
    return places.getOrDefault(ip, new CodePlace.Unknown(ip));
  }

  @Override
  public List<CodePlace> callers(Hit hit) {
    return List.of(place("com.acme.Server", "serve", 12, true));
  }

  @Override
  public WriteChecks checks(Hit hit, long word, Set<Long> types) {
    return checks.getOrDefault(hit.registers().ip(), WriteChecks.NONE);
  }

  /** A hit with a value in a register. */
  static Hit hit(int tid, long ip, long value) {
    return hit(tid, 0, ip, value);
  }

  private static Hit hit(int tid, long timeNs, long ip, long value) {
    return new Hit(tid, timeNs, UserRegisters.of(Map.of("rip", ip, "rsi", value)), new byte[0]);
  }

  // Its threads.

  @Override
  public Reading<List<Integer>> ids() {
    return isAlive()
        ? Reading.of(List.copyOf(cpuShares.keySet()))
        : Reading.unavailable(new ProcessReason.NoProcess());
  }

  @Override
  public boolean areStopped() {
    return now >= stopsAt;
  }

  @Override
  public OptionalLong cpuNs(int tid) {
    return OptionalLong.of((long) (cpuShares.getOrDefault(tid, 0.0) * now));
  }

  @Override
  public Optional<Used> used(int tid) {
    double ran = cpuShares.getOrDefault(tid, 0.0);
    double wanted = ran + waitShares.getOrDefault(tid, 0.0);
    double sleeps = sleepsPerS.getOrDefault(tid, 0.0) / NANOS_PER_S;
    return Optional.of(new Used((long) (ran * now), (long) (wanted * now), (long) (sleeps * now)));
  }

  @Override
  public String nameOf(int tid) {
    return "thread-" + tid;
  }

  @Override
  public int cpusOf(Collection<Integer> tids) {
    return cpus;
  }

  @Override
  public WatchTurns turns() {
    return turns;
  }

  @Override
  public Reading<Double> hitCostNs() {
    if (isBlind) {
      return Reading.unavailable(new CountersReason.WritesUnseen(0, 500));
    }
    return watchRefusal.isPresent()
        ? Reading.unavailable(watchRefusal.get())
        : Reading.of(13_000.0);
  }

  @Override
  public Reading<Double> sampledHitCostNs() {
    return Reading.of(sampledHitNs);
  }

  @Override
  public Reading<List<Watchpoints.Window>> count(
      Collection<Integer> tids, List<PerfEvent.Watchpoint> words, long windowNs, int maxHits) {
    if (watchRefusal.isPresent()) {
      return Reading.unavailable(watchRefusal.get());
    }
    if (isBroken) {
      throw new IllegalArgumentException("a watched word has 1, 2, 4 or 8 bytes");
    }
    if (words.size() > mostWords) {
      return Reading.unavailable(new SystemReason.WatchpointsTaken("a watched word", 28));
    }
    if (lateRefusal.isPresent()) {
      return Reading.unavailable(lateRefusal.get());
    }
    if (windows == goneAfter) {
      goneAfter = -1;
      return Reading.unavailable(new SystemReason.NoThreadLives(7));
    }
    long begin = now;
    now += (long) (overshoot * windowNs) + watchDelayNs + WATCH_NS * tids.size() * words.size();
    this.windows++;
    if (this.windows == interruptedWindow) {
      Thread.currentThread().interrupt();
    }
    Map<Integer, Boolean> running = new HashMap<>();
    List<Watchpoints.Window> counted = new ArrayList<>();
    for (PerfEvent.Watchpoint word : words) {
      Map<Integer, Long> byThread = new TreeMap<>();
      for (Actor actor : actors) {
        boolean on = running.computeIfAbsent(actor.tid, tid -> random.nextDouble() < actor.onCpu);
        if (isAlive() && on && now < quietFrom && tids.contains(actor.tid) && sees(word, actor)) {
          // Every word that a thread touches stops it, so the words share its rate.
          double perS = Math.min(actor.perS, WATCHED_PER_S / touched(words, actor.tid));
          byThread.merge(
              actor.tid,
              Math.min(maxHits, poisson(perS * worked(actor, begin, windowNs) / NANOS_PER_S)),
              Long::sum);
        }
      }
      byThread.forEach((tid, count) -> hits.merge(tid, count, Long::sum));
      Set<Integer> stopped = new HashSet<>();
      byThread.forEach((tid, count) -> {
        if (count >= maxHits) {
          stopped.add(tid);
        }
      });
      counted.add(new Watchpoints.Window(word, windowNs, byThread, stopped));
    }
    return Reading.of(counted);
  }

  private double worked(Actor actor, long begin, long windowNs) {
    return actor.turns.within(begin, (long) (overshoot * windowNs));
  }

  private int touched(List<PerfEvent.Watchpoint> words, int tid) {
    int touched = 0;
    for (PerfEvent.Watchpoint word : words) {
      for (Actor actor : actors) {
        touched += actor.tid == tid && sees(word, actor) ? 1 : 0;
      }
    }
    return touched;
  }

  private static boolean sees(PerfEvent.Watchpoint word, Actor actor) {
    return word.address() == actor.klass + actor.offset
        && (actor.writes || word.access() == PerfEvent.Access.READ_WRITE);
  }

  @Override
  public Reading<Watchpoints.Sampled> sample(
      Collection<Integer> tids, PerfEvent.Watchpoint word, long windowNs, int maxHits) {
    if (sampleRefusal.isPresent()) {
      return Reading.unavailable(sampleRefusal.get());
    }
    long begin = now;
    now += windowNs;
    List<Hit> sampled = new ArrayList<>();
    Map<Integer, Long> lost = new TreeMap<>();
    for (Actor actor : actors) {
      if (tids.contains(actor.tid) && sees(word, actor) && random.nextDouble() < actor.onCpu) {
        double perS = Math.min(actor.perS, WATCHED_PER_S);
        double worked = worked(actor, begin, (long) (overshoot * windowNs));
        long all = poisson(perS * worked / NANOS_PER_S);
        long count = Math.min(maxHits, all);
        long delivered = Math.round(count * (1 - lostShare));
        lost.merge(actor.tid, count - delivered, Long::sum);
        for (int i = 0; i < delivered; i++) {
          long at = actor.turns.after(begin, (long) (worked * (i + 0.5) / all));
          sampled.add(hit(actor.tid, at, actor.ip, actor.klass));
        }
        hits.merge(actor.tid, count, Long::sum);
      }
    }
    sampled.sort(Comparator.comparingLong(Hit::timeNs));
    return Reading.of(new Watchpoints.Sampled(word, windowNs, sampled, lost));
  }

  @Override
  public Reading<CpuSampler.Samples> onCpu(Collection<Integer> tids, long windowNs, int perSecond) {
    if (clockRefusal.isPresent()) {
      return Reading.unavailable(clockRefusal.get());
    }
    now += windowNs;
    List<CpuSampler.Sample> samples = new ArrayList<>();
    for (int tid : tids) {
      long count =
          Math.round(windowNs / NANOS_PER_S * perSecond * cpuShares.getOrDefault(tid, 0.0));
      for (int i = 0; i < count; i++) {
        samples.add(new CpuSampler.Sample(tid, ipOf(tid, i), false));
      }
    }
    return Reading.of(new CpuSampler.Samples(sampledBy, sampledPrecisely, samples, 0));
  }

  /** Half of the time at the code that touches a class, half elsewhere. */
  private long ipOf(int tid, int sample) {
    for (Actor actor : actors) {
      if (actor.tid == tid && sample % 2 == 0) {
        return actor.ip - 20;
      }
    }
    return 0x7f00_2000_0000L + sample % 10 * 1_000L;
  }
}
