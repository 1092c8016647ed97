package dev.foliot.study.lottery;

import dev.foliot.load.Traffic;
import dev.foliot.service.Jdk;
import dev.foliot.service.jdk.InstalledJdk;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.text.FoliotException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The plan of sharing-lottery. It has one program with a class at each of the eight offsets in a
 * cache line of 64 bytes. Stateless.
 */
public final class LotteryPlan {
  private static final long MS = 1_000_000;
  private static final int PLACES = 8;

  /** A favourable and an unfavourable one, on all tested builds. */
  private static final int[] SOME = {1, 5};

  private static final int FIRST_ILL = 17;
  private static final int LAST_ILL = 21;
  private static final int CURED_UPDATE = 8;

  private static final List<String> WITHOUT_CURE =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-UseSecondarySupersTable",
          "-XX:TypeProfileSubTypeCheckCommonThreshold=100");

  private LotteryPlan() {}

  /** The arms: one for each offset, on each JDK; in the shortest form one of each kind. */
  static List<ArmPlan> arms(StudyForm form, List<Jdk> jdks, List<String> jvmArgs) {
    int[] methods = form == StudyForm.TEST ? SOME.clone() : IntStream.range(0, PLACES).toArray();
    return jdks.stream()
        .flatMap(jdk ->
            IntStream.of(methods)
                .mapToObj(count ->
                    new ArmPlan(
                        "filler " + count + ArmPlan.jdkSuffix(jdk, jdks),
                        new ArmStart.Lottery(count, jdk, jvmArgs, OptionalInt.empty()),
                        ArmBounds.NONE)))
        .toList();
  }

  /** The only load. */
  public static StepPlan step(StudyForm form) {
    return switch (form) {
      case TEST -> step(500 * MS, 400 * MS);
      case QUICK -> step(1_500 * MS, 2_000 * MS);
      case FULL -> step(2_000 * MS, 3_000 * MS);
    };
  }

  private static StepPlan step(long warmupNs, long durationNs) {
    return new StepPlan(
        "type checks",
        new Traffic.Idle(),
        0,
        new StepPlan.WarmUp(warmupNs, 0),
        new StepPlan.Times(0, durationNs, 0, durationNs / 20),
        new StepPlan.Program(StudyApp.LOTTERY, null, null),
        false);
  }

  /**
   * The oldest affected JDK among the installed ones.
   *
   * @throws FoliotException for none
   */
  public static Jdk ill(List<InstalledJdk> installed) {
    return findIll(installed)
        .orElseThrow(() ->
            FoliotException.environment(
                "sharing-lottery needs a JDK that writes on type checks, 17 to 20 or 21 before"
                    + " 21.0.8, and none was found: install one, for example openjdk-17-jdk, or"
                    + " name one with --jdk HOME"));
  }

  /** The oldest affected JDK among the installed ones; empty for none. */
  public static Optional<Jdk> findIll(List<InstalledJdk> installed) {
    return installed.stream()
        .filter(jdk -> isIll(jdk.feature(), jdk.version()))
        .min(Comparator.comparingInt(InstalledJdk::feature))
        .map(jdk -> Jdk.of(jdk.home().toString()));
  }

  /**
   * The flags that remove a JDK's fix. They switch off the table, and the compiler's comparison
   * with the most frequent class, which would prevent writes. Empty for an affected one.
   */
  public static List<String> withoutCure(Jdk jdk) {
    return isIll(jdk.feature(), jdk.version()) ? List.of() : WITHOUT_CURE;
  }

  /** Whether a release has no fix at all; 22 has none either, but rarely writes. */
  static boolean isIll(int feature, String version) {
    return feature >= FIRST_ILL
        && (feature < LAST_ILL || (feature == LAST_ILL && update(version) < CURED_UPDATE));
  }

  /** The 4 of {@code 21.0.4+7}; 0 without one. */
  private static int update(String version) {
    String[] parts = version.split("[^0-9]", -1);
    boolean isNumber = parts.length > 2 && !parts[2].isEmpty() && parts[2].length() < 5;
    return isNumber ? Integer.parseInt(parts[2]) : 0;
  }
}
