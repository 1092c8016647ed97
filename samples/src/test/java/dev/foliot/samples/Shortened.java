package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchRunner;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Runs a lesson for half a second and checks the facts common to all lessons. */
final class Shortened {
  private static final long JOIN_MS = 10_000;

  private final Measurement measured;

  private Shortened(Measurement measured) {
    this.measured = measured;
  }

  /** With the lesson's own defaults, and these options over them. */
  static Shortened run(BenchTask lesson, Map<String, String> options) throws InterruptedException {
    Map<String, String> all = new HashMap<>(Map.of("warmup", "100ms", "duration", "500ms"));
    all.putAll(options);
    BenchDefaults own =
        Objects.requireNonNull(lesson.getClass().getAnnotation(BenchDefaults.class));
    Set<Thread> before = Thread.getAllStackTraces().keySet();

    Measurement measured = BenchRunner.run(lesson, BenchConfig.DEFAULT.with(own).with(all));

    assertThat(measured.failure()).isNull();
    assertThat(measured.totals().completed()).isPositive();
    assertThat(measured.totals().completed()).isEqualTo(measured.totals().scheduled());
    assertThat(measured.totals().faults().refusedEnds()).isZero();
    assertThat(measured.totals().faults().contradictory()).isZero();
    assertThat(measured.totals().faults().negativeProbes()).isZero();
    assertThat(leftBehind(before)).isEmpty();
    return new Shortened(measured);
  }

  /** The names of the threads that a lesson started and left running. */
  private static List<String> leftBehind(Set<Thread> before) throws InterruptedException {
    List<Thread> own =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread) && !thread.isDaemon())
            .toList();
    for (Thread thread : own) {
      thread.join(JOIN_MS);
    }
    return own.stream().filter(Thread::isAlive).map(Thread::getName).toList();
  }

  long messages() {
    return measured.totals().completed();
  }

  Durations of(Kind kind) {
    return Objects.requireNonNull(measured.durations().get(kind));
  }

  Durations probe(String name) {
    return Objects.requireNonNull(measured.probes().get(name));
  }

  /** Checks that the probes are these, in this order, and that each saw every message. */
  Shortened withProbes(String... names) {
    assertThat(measured.probes().keySet()).containsExactly(names);
    measured.probes().values().forEach(probe -> assertThat(probe.count()).isEqualTo(messages()));
    return this;
  }
}
