package dev.foliot.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The harness as a task sees it: creates probes and accepts finished messages. */
final class Probes implements Bench {
  private static final int MOST = 64;

  /** Odd, so that a product with it differs for each factor. */
  private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

  /** An object that no task has. */
  private static volatile Object met = new Object();

  private final NanoClock clock;
  private final long originNs;
  private final int cpus;
  private final Stop stop;
  private final Map<String, ProbeRecorder> byName = new LinkedHashMap<>();
  private final Map<String, SamplerRecorder> samplers = new LinkedHashMap<>();
  private volatile @Nullable MessageRing ring;
  private volatile @Nullable OpenMessages open;
  private volatile boolean measuring;

  /** Compared with each consumed value; changes when one is equal. */
  private volatile long guard;

  /** The first id that counts; no probe gets room in the ring once it is set. */
  private long measuredFrom = Long.MAX_VALUE;

  private long mostBytes;

  /**
   * @param clock counts from the start of the bench
   * @param originNs its start in terms of {@link System#nanoTime}
   */
  Probes(NanoClock clock, long originNs, int cpus, Stop stop) {
    this.clock = clock;
    this.originNs = originNs;
    this.cpus = cpus;
    this.stop = stop;
    this.guard = ~originNs * MIX;
  }

  @Override
  public synchronized Probe probe(String name) {
    ProbeRecorder known = byName.get(name);
    if (known != null) {
      return known;
    }
    if (byName.size() == MOST) {
      throw new IllegalStateException("a task has at most " + MOST + " probes");
    }
    ProbeRecorder made = new ProbeRecorder(name, byName.size(), cpus, clock, stop);
    byName.put(name, made);
    MessageRing messages = ring;
    if (messages != null) {
      growTo(messages, byName.size());
      made.measureFrom(measuredFrom);
      made.keepIn(messages);
    }
    return made;
  }

  private void growTo(MessageRing messages, int probes) {
    boolean fits = MessageRing.bytesPerSlot(probes) * messages.slots() <= mostBytes;
    if (fits && measuredFrom == Long.MAX_VALUE) {
      messages.growTo(probes);
    }
  }

  @Override
  public void done(long id) {
    long endNs = clock.nanoTime();
    messages().end(id, endNs);
  }

  @Override
  public boolean tookSinceDue(long ns) {
    return end(ns, true);
  }

  @Override
  public boolean tookSinceStart(long ns) {
    return end(ns, false);
  }

  private boolean end(long ns, boolean sinceDue) {
    OpenMessages messages = open;
    return messages != null && messages.end(ns, sinceDue);
  }

  @Override
  public long dueNs(long id) {
    MessageRing messages = messages();
    if (!messages.has(id)) {
      throw new IllegalArgumentException("message " + id + " is not on its way");
    }
    return originNs + messages.intendedNs(id);
  }

  @Override
  public long startNs(long id) {
    MessageRing messages = messages();
    if (!messages.has(id)) {
      throw new IllegalArgumentException("message " + id + " is not on its way");
    }
    return originNs + messages.startNs(id);
  }

  private MessageRing messages() {
    MessageRing messages = ring;
    if (messages == null) {
      throw new IllegalStateException("no message has been sent yet");
    }
    return messages;
  }

  @Override
  public synchronized LongConsumer sampler(String name) {
    if (byName.containsKey(name)) {
      throw new IllegalStateException("there is a probe of this name");
    }
    SamplerRecorder known = samplers.get(name);
    if (known == null) {
      if (byName.size() + samplers.size() == MOST) {
        throw new IllegalStateException("a task has at most " + MOST + " probes");
      }
      known = new SamplerRecorder(name, this, cpus);
      samplers.put(name, known);
    }
    return known;
  }

  @Override
  public void consume(long value) {
    if (value == guard) {
      guard = ~value * MIX;
    }
  }

  @Override
  public void consume(double value) {
    consume(Double.doubleToRawLongBits(value));
  }

  @Override
  public void consume(boolean value) {
    consume(value ? 1L : 0L);
  }

  @Override
  public void consume(@Nullable Object value) {
    take(value);
  }

  /**
   * Receives an object in a call. HotSpot inlines no method of more than 325 bytes of bytecode
   * (FreqInlineSize), and the table of this switch alone has 400: a caller must have the object.
   */
  @SuppressWarnings("ReferenceEquality") // equals would call code of the task
  private static void take(@Nullable Object value) {
    if (value == met) {
      switch (met.hashCode()) {
        case 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76 ->
            met = new Object();
        case 80, 84, 88, 92, 96, 100 -> met = new Object[0];
        default -> met = new long[0];
      }
    }
  }

  @Override
  public void abort(String why) {
    stop.ask(why);
  }

  /** Whether samplers count. */
  boolean isMeasuring() {
    return measuring;
  }

  void measuring(boolean now) {
    measuring = now;
  }

  /** The messages that durations without an id end from now on. */
  void match(OpenMessages messages) {
    open = messages;
  }

  synchronized List<SamplerRecorder> samplers() {
    return new ArrayList<>(samplers.values());
  }

  @Override
  public long nanoTime() {
    return originNs + clock.nanoTime();
  }

  /**
   * Messages use this ring from now on.
   *
   * @param heapBytes that the ring may take with the probes that are yet to be made
   */
  synchronized void begin(MessageRing messages, long heapBytes) {
    mostBytes = heapBytes;
    growTo(messages, byName.size());
    byName.values().forEach(probe -> probe.keepIn(messages));
    ring = messages;
  }

  /** Messages count from this one. Probes made later are counted, but not kept with messages. */
  synchronized void measureFrom(long firstId) {
    measuredFrom = firstId;
    byName.values().forEach(probe -> probe.measureFrom(firstId));
  }

  synchronized List<ProbeRecorder> all() {
    return new ArrayList<>(byName.values());
  }

  /** Records the durations of a {@link Bench#sampler} while the measured load runs. */
  static final class SamplerRecorder implements LongConsumer {
    private final String name;
    private final Probes probes;
    private final LongAdder negative = new LongAdder();
    private final ThreadCounts measured;

    SamplerRecorder(String name, Probes probes, int cpus) {
      this.name = name;
      this.probes = probes;
      this.measured = new ThreadCounts(cpus);
    }

    @Override
    public void accept(long ns) {
      if (!probes.isMeasuring()) {
        return;
      }
      if (ns < 0) {
        negative.increment();
      } else {
        measured.record(ns);
      }
    }

    String name() {
      return name;
    }

    long negative() {
      return negative.sum();
    }

    Durations read() {
      return measured.read();
    }
  }
}
