package dev.foliot.lab;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import java.util.List;
import java.util.Map;

/** Forks with one figure. */
final class Forks {
  private Forks() {}

  /** One of which everything known is the same. */
  static ForkRecord of(long ns) {
    Percentiles figures =
        new Percentiles(
            "ns",
            1_000,
            ns,
            ns,
            (double) ns,
            ns,
            ns,
            null,
            null,
            null,
            Map.of("p99", "few", "p99_9", "few", "p99_99", "few"));
    return fork(0, 0, Validity.valid(), figures, Map.of("a/b", figures));
  }

  /** The same of an arm under a load, and how far it can be relied upon. */
  static ForkRecord at(int arm, int load, long ns, Validity validity) {
    return fork(arm, load, validity, of(ns).response(), Map.of());
  }

  static ForkRecord dead() {
    return fork(0, 0, Validity.valid(), Figures.none(), Map.of());
  }

  private static ForkRecord fork(
      int arm, int load, Validity validity, Percentiles figures, Map<String, Percentiles> probes) {
    return new ForkRecord(
        ForkRecord.SCHEMA,
        arm,
        load,
        1,
        "2026-11-21T00:00:00Z",
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        validity,
        figures,
        figures,
        figures,
        figures,
        figures,
        probes,
        figures,
        "sleep",
        List.of(),
        null,
        Map.of(),
        KernelView.none(List.of()),
        0,
        null);
  }
}
