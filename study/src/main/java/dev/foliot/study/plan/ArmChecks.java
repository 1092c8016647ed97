package dev.foliot.study.plan;

import dev.foliot.service.Jdk;
import dev.foliot.study.plan.ArmDifference.Command;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * What is known of the arms before they run: those that ask for virtual threads on a JDK without
 * them, and those that are equal. Only commands are examined. Pure.
 */
public final class ArmChecks {
  private ArmChecks() {}

  /** A command with all that it may differ in from another one. */
  private record Started(ArmPlan arm, ArmStart.Command start, Command command) {
    static Started of(ArmPlan arm, ArmStart.Command start) {
      return new Started(
          arm, start, new Command(arm.name(), start.words(), arm.bounds().environment()));
    }

    boolean isEqual(Started other) {
      return runsOn().equals(other.runsOn())
          && start.folder().equals(other.start.folder())
          && filled(start, start.words()).equals(filled(other.start, other.start.words()))
          && variables().equals(other.variables())
          && arm.bounds().cpus().equals(other.arm.bounds().cpus())
          && arm.bounds().quotaCpus().equals(other.arm.bounds().quotaCpus())
          && arm.bounds().memoryBytes().equals(other.arm.bounds().memoryBytes());
    }

    private Optional<String> runsOn() {
      return start.runsOn().map(jdk -> jdk.home().toString());
    }

    private Map<String, String> variables() {
      Map<String, String> variables = new TreeMap<>();
      arm.bounds()
          .environment()
          .forEach((name, value) -> variables.put(name, filling(start).apply(value)));
      return variables;
    }
  }

  /** With the JDK that the placeholders of a command stand for. */
  private static UnaryOperator<String> filling(ArmStart.Command start) {
    Jdk jdk = start.jdk();
    return word ->
        word.replace("${java}", jdk.java().toString())
            .replace("${java-home}", jdk.home().toString());
  }

  private static List<String> filled(ArmStart.Command start, List<String> words) {
    return words.stream().map(filling(start)).toList();
  }

  /** The reasons why arms will not differ as they should; empty where none is known. */
  public static List<Reason> of(List<ArmPlan> arms) {
    List<Started> commands = new ArrayList<>();
    for (ArmPlan arm : arms) {
      if (arm.start() instanceof ArmStart.Command start && start.remedy().isEmpty()) {
        commands.add(Started.of(arm, start));
      }
    }
    List<Reason> reasons = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      Started one = commands.get(i);
      one.start
          .runsOn()
          .filter(jdk -> jdk.feature() > 0 && jdk.feature() < ArmDifference.VIRTUAL_THREADS_SINCE)
          .filter(jdk -> one.command.asksForVirtualThreads())
          .ifPresent(jdk ->
              reasons.add(new StudyReason.VirtualThreadsNeedJdk(one.arm.name(), jdk.version())));
      commands.subList(i + 1, commands.size()).stream()
          .filter(one::isEqual)
          .forEach(
              other -> reasons.add(new StudyReason.ArmsEqual(one.arm.name(), other.arm.name())));
    }
    return reasons;
  }
}
