package dev.foliot.cli.bench;

import dev.foliot.bench.BenchConfig;
import dev.foliot.cli.frame.Rates;
import dev.foliot.text.FoliotException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The load of a bench, in the words of the user. */
final class LoadOptions {
  private static final String AUTO = "auto";

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description =
          "Arrivals, as in 40k/s (10k/s); several are a sweep, as in 10k/s,20k/s,40k/s; auto takes"
              + " a third of what the task sustains, max goes as fast as it can (a closed loop).")
  private @Nullable String rate;

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description =
          "constant, poisson, ramp:RATE..RATE, step:RATE,RATE..., burst:N or trace:FILE"
              + " (constant).")
  private @Nullable String arrivals;

  @Option(
      names = "--dispatch",
      paramLabel = "HOW",
      description =
          "Who does the work: inline, threads:N, virtual, adaptive or adaptive-virtual (inline).")
  private @Nullable String dispatch;

  @Option(
      names = "--producers",
      paramLabel = "K",
      description = "Threads that share the schedule; message n is of producer n mod K (1).")
  private @Nullable String producers;

  @Option(
      names = "--wait",
      paramLabel = "HOW",
      description = "How producers wait: spin, park or auto (auto).")
  private @Nullable String wait;

  @Option(names = "--warmup", paramLabel = "TIME", description = "Paced warm-up of a fork (5s).")
  private @Nullable String warmup;

  @Option(names = "--duration", paramLabel = "TIME", description = "Measured load of a fork (10s).")
  private @Nullable String duration;

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "Exactly this many measured messages of a fork, instead of --duration.")
  private @Nullable String messages;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "A message that takes longer ends the fork as INVALID (10s).")
  private @Nullable String timeout;

  /** The rates as the user writes them; null if none are given. */
  @Nullable String rates() {
    return rate;
  }

  /** Whether the rate is to be looked for. */
  boolean isAuto() {
    return AUTO.equals(rate);
  }

  /**
   * Adds what is given to the options of a load.
   *
   * @param rates the rates of the plan; null for the task's own, or the default
   * @throws FoliotException for options that exclude each other
   */
  void into(Map<String, String> options, @Nullable String rates) {
    if (messages != null && duration != null) {
      throw FoliotException.usage(
          "--messages and --duration both set the length: give one of them");
    }
    if (messages != null && messages.matches("0+")) {
      throw FoliotException.usage("--messages 0 measures nothing: give 1 or more, or --duration");
    }
    if (arrivals != null && BenchConfig.MAX_RATE.equals(rates)) {
      throw FoliotException.usage("--rate max has no --arrivals: give one of them");
    }
    put(options, "arrivals", arrivals);
    put(options, "dispatch", dispatch);
    put(options, "producers", producers);
    put(options, "waitMode", wait);
    put(options, "warmup", warmup);
    put(options, "duration", duration);
    put(options, "timeout", timeout);
    put(options, "messages", messages);
  }

  private static void put(Map<String, String> options, String name, @Nullable String value) {
    if (value != null) {
      options.put(name, value);
    }
  }

  /** The load at each of the rates; as it is if there are none. */
  static List<BenchConfig> at(@Nullable String rates, BenchConfig config) {
    return rates == null
        ? List.of(config)
        : Rates.parse(rates).stream().map(one -> config.with(Map.of("rate", one))).toList();
  }
}
