package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How one JVM is put under load.
 *
 * <p>Immutable. {@link #toText} and {@link #with(Map)} carry it into a fork and into the store.
 *
 * @param rate the mean rate of arrivals
 * @param arrivals the kind of arrivals
 * @param seed the seed of every random choice
 * @param warmupNs length of the paced warm-up, 0 for none, at most 10,000 hours
 * @param durationNs length of the measured load, above 0, at most 10,000 hours
 * @param dispatch who does the work
 * @param producers number of threads that play the schedule, 1 to 64: message n belongs to producer
 *     n mod this
 * @param waits how they and the pause meter wait
 * @param timeoutNs the longest time for a message before the fork is given up, above 0, at most
 *     10,000 hours
 * @param messages the exact number of measured messages, or 0 for as many as the duration holds;
 *     the duration then follows from it and the rate
 * @param alloc whether to count what the JVM allocates during the measured load
 */
public record BenchConfig(
    Rate rate,
    Arrivals arrivals,
    long seed,
    long warmupNs,
    long durationNs,
    Dispatch dispatch,
    int producers,
    Waits waits,
    long timeoutNs,
    long messages,
    boolean alloc) {
  /** 10,000 messages a second at equal distances, 5 s of warm-up, 10 s measured. */
  public static final BenchConfig DEFAULT =
      new BenchConfig(
          Rate.perSecond(10_000),
          new Arrivals.Constant(),
          1,
          5_000_000_000L,
          10_000_000_000L,
          new Dispatch.Inline(),
          1,
          new Waits(WaitMode.AUTO, Jitter.Mode.AUTO),
          10_000_000_000L,
          0,
          false);

  /** As fast as it goes, written as a rate: a closed loop. */
  public static final String MAX_RATE = "max";

  /** The arrivals of a closed loop; a user writes the rate. */
  private static final String CLOSED = new Arrivals.Closed().toString();

  /** The longest time: more than a year, and far from the end of {@code long}. */
  private static final long LONGEST_NS = 10_000 * 3_600_000_000_000L;

  /** Checks the ranges. */
  public BenchConfig {
    if (producers < 1 || producers > 64) {
      throw new BadOptionException("producers must be 1 to 64, not " + producers);
    }
    if (arrivals instanceof Arrivals.Closed) {
      rate = Rate.HIGHEST;
    }
    if (messages < 0) {
      throw new BadOptionException("the number of messages must not be below zero");
    }
    if (messages > 0) {
      mustCount(arrivals);
      durationNs = lengthNs(messages, rate);
    }
    if (durationNs < 1) {
      throw new BadOptionException("the duration must be above zero");
    }
    if (warmupNs < 0) {
      throw new BadOptionException("the warm-up must not be below zero");
    }
    if (timeoutNs < 1) {
      throw new BadOptionException("the time-out must be above zero");
    }
    if (Math.max(Math.max(warmupNs, durationNs), timeoutNs) > LONGEST_NS) {
      throw new BadOptionException("warm-up, duration and time-out must be at most 10000h");
    }
  }

  private static void mustCount(Arrivals arrivals) {
    if (arrivals instanceof Arrivals.Closed) {
      throw new BadOptionException(
          "an exact number of messages needs a rate: with rate max give a duration");
    }
    if (arrivals instanceof Arrivals.Ramp
        || arrivals instanceof Arrivals.Step
        || arrivals instanceof Arrivals.Trace) {
      throw new BadOptionException(
          "an exact number of messages needs arrivals constant, poisson or burst:N, not "
              + Shown.text(arrivals.toString()));
    }
  }

  /** The time that this many messages take at a rate, at most a little more than the longest. */
  private static long lengthNs(long messages, Rate rate) {
    BigInteger[] exact =
        BigInteger.valueOf(messages)
            .multiply(BigInteger.valueOf(rate.periodNs()))
            .divideAndRemainder(BigInteger.valueOf(rate.messages()));
    return exact[0]
        .add(exact[1].signum() == 0 ? BigInteger.ZERO : BigInteger.ONE)
        .min(BigInteger.valueOf(LONGEST_NS + 1))
        .longValueExact();
  }

  /**
   * Returns this configuration with the given options, written as on the command line.
   *
   * @param options any of {@code rate arrivals seed warmup duration dispatch producers waitMode
   *     jitter timeout messages alloc}
   * @throws BadOptionException if an option is unknown or invalid
   */
  public BenchConfig with(Map<String, String> options) {
    BenchConfig config = this;
    for (Map.Entry<String, String> option : options.entrySet()) {
      config = config.with(option.getKey(), option.getValue());
    }
    return config;
  }

  private BenchConfig with(String name, String value) {
    boolean isRate = name.equals("rate");
    boolean isMax = isRate && value.equals(MAX_RATE);
    Rate newRate = isMax ? Rate.HIGHEST : isRate ? Rate.parse(value) : rate;
    Arrivals newArrivals =
        name.equals("arrivals") && !value.equals(CLOSED) ? Arrivals.parse(value) : arrivals;
    if (isMax || (name.equals("arrivals") && value.equals(CLOSED))) {
      newArrivals = new Arrivals.Closed();
    } else if (isRate && isClosed()) {
      newArrivals = new Arrivals.Constant();
    }
    long newSeed = name.equals("seed") ? parseWhole(name, value) : seed;
    long newWarmup = name.equals("warmup") ? TimeSpan.parseNs(value) : warmupNs;
    long newDuration = name.equals("duration") ? TimeSpan.parseNs(value) : durationNs;
    Dispatch newDispatch = name.equals("dispatch") ? Dispatch.parse(value) : dispatch;
    int newProducers = name.equals("producers") ? (int) parseWhole(name, value) : producers;
    Waits newWaits =
        new Waits(
            name.equals("waitMode") ? WaitMode.parse(value) : waitMode(),
            name.equals("jitter") ? Jitter.Mode.parse(value) : waits.jitter());
    long newTimeout = name.equals("timeout") ? TimeSpan.parseNs(value) : timeoutNs;
    long newMessages = name.equals("messages") ? parseWhole(name, value) : messages;
    boolean newAlloc = name.equals("alloc") ? parseTruth(name, value) : alloc;
    if (!toText().containsKey(name)) {
      throw new BadOptionException("'" + Shown.text(name) + "' is no option of a bench");
    }
    return new BenchConfig(
        newRate,
        newArrivals,
        newSeed,
        newWarmup,
        newDuration,
        newDispatch,
        newProducers,
        newWaits,
        newTimeout,
        newMessages,
        newAlloc);
  }

  /** Returns this configuration with the defaults that a task's class declares. */
  public BenchConfig with(BenchDefaults defaults) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("rate", defaults.rate());
    options.put("arrivals", defaults.arrivals());
    options.put("warmup", defaults.warmup());
    options.put("duration", defaults.duration());
    options.put("dispatch", defaults.dispatch());
    options.put("waitMode", defaults.waitMode());
    options.put("timeout", defaults.timeout());
    options.put("producers", defaults.producers() == 0 ? "" : "" + defaults.producers());
    options.values().removeIf(String::isEmpty);
    return with(options);
  }

  /**
   * How threads of the harness wait.
   *
   * @param producers for the next message
   * @param jitter for the next reading of the clock, which shows the stalls of the JVM
   */
  public record Waits(WaitMode producers, Jitter.Mode jitter) {}

  /** How the producers wait. */
  public WaitMode waitMode() {
    return waits.producers();
  }

  /** The rate as a user writes it. */
  public String rateText() {
    return isClosed() ? MAX_RATE : rate.toString();
  }

  /** Whether messages start as earlier ones end, and not at times of their own. */
  public boolean isClosed() {
    return arrivals instanceof Arrivals.Closed;
  }

  /** In a closed loop, how many messages of a producer may be open; 0 in an open loop. */
  int inFlight() {
    if (!isClosed()) {
      return 0;
    }
    return dispatch instanceof Dispatch.Threads threads
        ? Math.max(1, threads.count() / producers)
        : 1;
  }

  /** Returns the options by name, as {@link #with(Map)} reads them; exact. */
  public Map<String, String> toText() {
    Map<String, String> text = new LinkedHashMap<>();
    text.put("rate", rateText());
    text.put("arrivals", arrivals.toString());
    text.put("seed", Long.toString(seed));
    text.put("warmup", TimeSpan.format(warmupNs));
    text.put("duration", TimeSpan.format(durationNs));
    text.put("dispatch", dispatch.toString());
    text.put("producers", Integer.toString(producers));
    text.put("waitMode", waitMode().toString());
    text.put("jitter", waits.jitter().toString());
    text.put("timeout", TimeSpan.format(timeoutNs));
    text.put("messages", Long.toString(messages));
    text.put("alloc", Boolean.toString(alloc));
    return text;
  }

  private static boolean parseTruth(String name, String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new BadOptionException(
              "'" + Shown.text(value) + "' is neither true nor false, which " + name + " must be");
    };
  }

  private static long parseWhole(String name, String value) {
    try {
      return name.equals("producers") ? Integer.parseInt(value) : Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new BadOptionException(
          "'" + Shown.text(value) + "' is no whole number, which " + name + " must be");
    }
  }
}
