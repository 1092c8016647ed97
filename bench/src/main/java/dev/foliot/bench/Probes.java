package dev.foliot.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The harness as a task sees it: creates probes and accepts finished messages. */
final class Probes implements Bench {
  private static final int MOST = 64;

  private final NanoClock clock;
  private final int cpus;
  private final Map<String, ProbeRecorder> byName = new LinkedHashMap<>();
  private final long originNs;
  private final Stop stop;
  private final Map<String, SamplerRecorder> samplers = new LinkedHashMap<>();
  private volatile @Nullable MessageRing ring;
  private volatile @Nullable OpenMessages open;
  private volatile boolean measuring;

  /**
   * @param originNs the reading of {@link System#nanoTime} that the clock's readings count from
   */
  Probes(NanoClock clock, int cpus, long originNs, Stop stop) {
    this.clock = clock;
    this.originNs = originNs;
    this.stop = stop;
    this.cpus = cpus;
  }

  @Override
  public synchronized Probe probe(String name) {
    ProbeRecorder known = byName.get(name);
    if (known != null) {
      return known;
    }
    if (ring != null) {
      throw new IllegalStateException("make probes in setUp: messages are already on their way");
    }
    if (byName.size() == MOST) {
      throw new IllegalStateException("a task has at most " + MOST + " probes");
    }
    ProbeRecorder made = new ProbeRecorder(name, byName.size(), cpus);
    byName.put(name, made);
    return made;
  }

  @Override
  public void done(long id) {
    long endNs = clock.nanoTime();
    sent().end(id, endNs);
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
    return sent().intendedNs(id) + originNs;
  }

  @Override
  public long startNs(long id) {
    return sent().startNs(id) + originNs;
  }

  private MessageRing sent() {
    MessageRing messages = ring;
    if (messages == null) {
      throw new IllegalStateException("no message has been sent yet");
    }
    return messages;
  }

  @Override
  public synchronized Sampler sampler(String name) {
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
    return clock.nanoTime();
  }

  /** Ends the creation of probes: messages use this ring from now on. */
  synchronized void begin(MessageRing messages) {
    byName.values().forEach(probe -> probe.keepIn(messages));
    ring = messages;
  }

  synchronized List<ProbeRecorder> all() {
    return new ArrayList<>(byName.values());
  }
}
