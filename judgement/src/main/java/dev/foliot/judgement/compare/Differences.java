package dev.foliot.judgement.compare;

import dev.foliot.store.Arm;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord.Difference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the differences between two sides' runs: class, arm, load and machine.
 *
 * <p>Values that change from minute to minute, such as the load average, do not count, nor does the
 * commit that is checked out: that is what is compared.
 */
final class Differences {
  private static final Set<String> MOVING =
      Set.of("load_average", "swap_used_bytes", "unavailable", "commit");

  private Differences() {}

  static List<Difference> of(BaselineRecord a, BaselineRecord b) {
    Map<String, String> ofA = facts(a);
    Map<String, String> ofB = facts(b);
    Set<String> names = new LinkedHashSet<>(ofA.keySet());
    names.addAll(ofB.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String name : names) {
      String valueA = ofA.getOrDefault(name, "");
      String valueB = ofB.getOrDefault(name, "");
      if (!valueA.equals(valueB)) {
        differences.add(new Difference(name, valueA, valueB));
      }
    }
    return differences;
  }

  private static Map<String, String> facts(BaselineRecord side) {
    Map<String, String> facts = new LinkedHashMap<>();
    Arm.Build build = side.part().arm().build();
    facts.put("benchmark", build == null ? side.origin().benchmark() : build.benchmark());
    if (build != null) {
      facts.put("class_path", build.classPath());
      facts.put("commit", build.commit() == null ? "" : build.commit());
    }
    arm(side.part().arm(), facts);
    load(side.part().load(), facts);
    side.environment()
        .forEach((name, value) -> {
          if (!MOVING.contains(name)) {
            facts.put(name, value.toString());
          }
        });
    return facts;
  }

  private static void arm(Arm arm, Map<String, String> facts) {
    facts.put("jdk", arm.jdk());
    facts.put("jdk_version", arm.jdkVersion());
    facts.put("jvm_args", String.join(" ", arm.jvmArgs()));
    facts.put("cpus", arm.cpus() == null ? "" : arm.cpus());
    arm.params().forEach((name, value) -> facts.put("param " + name, value));
  }

  /** The rates are compared as numbers: 40k/s is 40000/s. */
  private static void load(LoadRecord load, Map<String, String> facts) {
    facts.put("rate_per_s", Double.toString(load.ratePerS()));
    facts.put("arrivals", load.arrivals());
    facts.put("dispatch", load.dispatch());
    facts.put("producers", Integer.toString(load.producers()));
    facts.put("wait", load.waitMode());
    facts.put("warmup_ns", Long.toString(load.warmupNs()));
    facts.put("duration_ns", Long.toString(load.durationNs()));
    facts.put("timeout_ns", Long.toString(load.timeoutNs()));
  }
}
