package dev.foliot.cli.details;

import dev.foliot.judgement.JvmWork;
import dev.foliot.judgement.run.ArmNames;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.RunRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Garbage collections and allocation of forks, as labelled lines. Stateless. */
public final class JvmLines {
  private static final int MOST_ARMS = 5;

  private JvmLines() {}

  /** The lines by their labels; without those that have nothing to say. May hold any text. */
  public static Map<String, String> of(RunRecord run, List<ForkRecord> forks) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("gc", JvmWork.gc(forks));
    lines.put("alloc", allocation(run, forks));
    lines.values().removeIf(String::isEmpty);
    return lines;
  }

  private static String allocation(RunRecord run, List<ForkRecord> forks) {
    List<JvmWork.PerMessage> arms = JvmWork.perMessage(forks);
    if (arms.isEmpty()) {
      return JvmWork.whyUncounted(forks).map(why -> "unavailable: " + why.sentence()).orElse("");
    }
    boolean tellsArms = forks.stream().map(fork -> fork.place().arm()).distinct().count() > 1;
    String each =
        arms.stream()
            .limit(MOST_ARMS)
            .map(arm -> (tellsArms ? ArmNames.of(run, arm.arm()) + ": " : "") + arm.text())
            .collect(Collectors.joining("; "));
    return arms.size() > MOST_ARMS
        ? each + "; " + (arms.size() - MOST_ARMS) + " more: --json"
        : each;
  }
}
