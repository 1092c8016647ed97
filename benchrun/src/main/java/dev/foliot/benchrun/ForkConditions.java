package dev.foliot.benchrun;

import dev.foliot.bench.Measurement;
import dev.foliot.service.profile.ForkProfile;
import dev.foliot.store.Redaction;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The conditions of a fork, as names and texts. */
final class ForkConditions {
  private ForkConditions() {}

  /**
   * Reads them from a measurement.
   *
   * @param profile the fork's additional options, because only the user's arguments are shown
   */
  static Map<String, String> of(Measurement measurement, long seed, ForkProfile profile) {
    Measurement.Conditions conditions = measurement.conditions();
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("seed", Long.toString(seed));
    texts.put("start_nano_time", Long.toString(measurement.totals().time().startNanoTime()));
    texts.put("cpus_granted", Integer.toString(conditions.grantedCpus()));
    texts.put("wait", conditions.waitMode());
    texts.put("nano_time_cost_ns", String.format(Locale.ROOT, "%.1f", conditions.clock().costNs()));
    texts.put("nano_time_grain_ns", Long.toString(conditions.clock().grainNs()));
    texts.put("gc_count", Long.toString(conditions.work().gcCount()));
    texts.put("gc_time_ms", Long.toString(conditions.work().gcTimeMs()));
    texts.put("compile_time_ms", Long.toString(conditions.work().compileTimeMs()));
    texts.putAll(conditions.jvm());
    texts.put(
        "jvm_arguments",
        String.join(" ", Redaction.command(profile.outOf(conditions.jvmArguments()))));
    profile.said().ifPresent(said -> texts.put("profile", said));
    texts.put("notes", String.join("; ", conditions.notes()));
    return texts;
  }
}
