package dev.foliot.judgement.answer;

import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.store.LoadRecord;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What to do after a load test. Pure. */
final class LoadNext {
  private static final long LONGEST_S = 3_600;
  private static final long SECOND_NS = 1_000_000_000;
  private static final Set<String> OF_ONE_RUN =
      Set.of(
          "--rate",
          "--rounds",
          "--assert",
          "--compare",
          "--name",
          "--clients",
          "--think",
          "--ramp",
          "--find-rate",
          "--max-rate",
          "--max-forks",
          "--explain");

  /** What plays on many machines is played again by hand. */
  private static final Set<String> IN_PARTS = Set.of("--part", "--merge");

  private LoadNext() {}

  static NextAction action(LoadAnswer.Kind kind, LoadTestResult result, NextCommands next) {
    if (result.run().commandLine().stream().anyMatch(IN_PARTS::contains)) {
      return NextAction.page(next);
    }
    return switch (kind) {
      case NOTHING_VALID, BETWEEN -> {
        CpuList apart = apart(result);
        yield apart == null
            ? NextAction.doctor(next)
            : new NextAction(
                "Give the load generator CPUs of its own.",
                next.again(Set.of("--name"), "--cpus", apart.toString()));
      }
      case NOTHING_ANSWERED, ALL_FAILED -> NextAction.NONE;
      case SUSTAINED_RATE -> {
        double achieved = result.forks().getLast().messages().achievedPerS();
        yield new NextAction(
            "Measure response times below the rate that it sustains.",
            next.again(
                OF_ONE_RUN,
                "--rate",
                rate(0.5 * achieved) + "," + rate(0.7 * achieved) + "," + rate(0.9 * achieved)));
      }
      case REACHED_RATE ->
          new NextAction(
              "Measure what users wait at half of that rate.",
              next.again(
                  OF_ONE_RUN,
                  "--rate",
                  rate(0.5 * result.forks().getLast().messages().achievedPerS())));
      case TOO_FEW_REQUESTS ->
          new NextAction(
              "Measure longer.",
              next.again(
                  Set.of("--duration", "--name"),
                  "--duration",
                  Math.min(
                          LONGEST_S, 10 * Math.max(1, result.run().load().durationNs() / SECOND_NS))
                      + "s"));
      case RESPONSE_TIME -> {
        LoadRecord load = result.run().load();
        yield new NextAction(
            "Find the rate above which response times rise.",
            next.again(
                OF_ONE_RUN,
                "--rate",
                load.rate() + "," + rate(2 * load.ratePerS()) + "," + rate(4 * load.ratePerS())));
      }
      case KNEE, FOUND_RATE, STALLED -> NextAction.page(next);
    };
  }

  private static String rate(double perS) {
    return NextCommands.rate(perS);
  }

  /**
   * The upper half of the CPUs, for a generator that shares all of them with its server; null where
   * it does not, and where it had a part of the machine's.
   */
  private static @Nullable CpuList apart(LoadTestResult result) {
    Map<String, Object> machine = result.run().environment();
    Object allowed = machine.getOrDefault("cgroup_cpuset", machine.get("cpus_online"));
    if (!sharesCpus(result)
        || allowed == null
        || !(CpuList.parse(allowed.toString()) instanceof Reading.Value<CpuList>(CpuList all))
        || all.size() < 2
        || !Integer.toString(all.size()).equals(String.valueOf(machine.get("cpus_granted")))) {
      return null;
    }
    return CpuList.of(all.stream().skip(all.size() / 2).toArray());
  }

  /** Whether the generator had all CPUs of the machine that the server runs on. */
  static boolean sharesCpus(LoadTestResult result) {
    return result.isOnThisMachine() && result.run().arms().getFirst().cpus() == null;
  }
}
