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
  private volatile @Nullable MessageRing ring;

  Probes(NanoClock clock, int cpus) {
    this.clock = clock;
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
    MessageRing messages = ring;
    if (messages == null) {
      throw new IllegalStateException("no message has been sent yet");
    }
    messages.end(id, endNs);
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
