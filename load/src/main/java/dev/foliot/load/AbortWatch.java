package dev.foliot.load;

import dev.foliot.judgement.load.LoadAbort;
import dev.foliot.text.LoadReason;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Whether a load should end early, from its live samples. One thread. */
public final class AbortWatch {
  private static final double NS_PER_MS = 1e6;

  private final LoadAbort limit;
  private final Deque<LiveSample> samples = new ArrayDeque<>();
  private long ended;
  private long failed;
  private double lengthMs;

  /** Watches for a limit. */
  public AbortWatch(LoadAbort limit) {
    this.limit = limit;
  }

  /** Takes the next sample; why the load should end, if it should. */
  public Optional<LoadReason.Aborted> sample(LiveSample sample) {
    samples.add(sample);
    add(sample, 1);
    double forMs = limit.forNs() / NS_PER_MS;
    while (lengthMs - samples.element().spanMs() >= forMs) {
      add(samples.remove(), -1);
    }
    double share = ended == 0 ? 0 : (double) failed / ended;
    return lengthMs >= forMs && share > limit.share()
        ? Optional.of(new LoadReason.Aborted(limit.text(), share))
        : Optional.empty();
  }

  private void add(LiveSample sample, int times) {
    ended += times * (sample.counts().ok() + sample.counts().errors());
    failed += times * sample.counts().errors();
    lengthMs += times * sample.spanMs();
  }
}
