package dev.foliot.judgement.run;

import dev.foliot.store.Arm;
import dev.foliot.store.RunRecord;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;

/**
 * What tells the arms of a run apart: what they run, the parameters of the task, and the JDK.
 * Stateless.
 */
public final class ArmNames {
  private static final int LONGEST = 300;

  private ArmNames() {}

  /** The name of an arm, safe to be shown. */
  public static String of(RunRecord run, int index) {
    Arm arm = run.arms().get(index);
    Arm.Build build = arm.build();
    if (build != null) {
      return shown(build.text());
    }
    List<Arm> alike = run.arms().stream().filter(one -> one.params().equals(arm.params())).toList();
    String params = shown(arm.paramText(run.varyingParams()));
    if (alike.size() == 1 && !params.isEmpty()) {
      return params;
    }
    long sameVersion =
        alike.stream().filter(one -> one.jdkVersion().equals(arm.jdkVersion())).count();
    String jdk = sameVersion == 1 ? "JDK " + shown(arm.jdkVersion()) : byArgs(alike, arm, index);
    return params.isEmpty() ? jdk : params + ", " + jdk;
  }

  /** The arguments of its JVM that others lack. */
  private static String byArgs(List<Arm> alike, Arm arm, int index) {
    if (alike.stream().map(Arm::jvmArgs).distinct().count() < alike.size()) {
      return "arm " + index;
    }
    List<String> own = new ArrayList<>(arm.jvmArgs());
    alike.stream()
        .filter(other -> !other.jvmArgs().equals(arm.jvmArgs()))
        .forEach(other -> own.removeAll(other.jvmArgs()));
    return own.isEmpty() ? "no JVM arguments" : shown(String.join(" ", own));
  }

  /** The arms of each JDK: one for each combination of parameters, in order. */
  public static List<List<Integer>> byJdk(RunRecord run) {
    List<List<Integer>> byJdk = new ArrayList<>();
    for (int i = 0; i < run.arms().size(); i++) {
      Arm arm = run.arms().get(i);
      long before =
          run.arms().stream().limit(i).filter(one -> one.params().equals(arm.params())).count();
      if (before == byJdk.size()) {
        byJdk.add(new ArrayList<>());
      }
      byJdk.get((int) before).add(i);
    }
    return byJdk;
  }

  private static String shown(String text) {
    return Shown.text(text, LONGEST);
  }
}
