package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * How messages arrive: describes a schedule that can be written down and repeated.
 *
 * <p>Immutable. Its text form follows {@code --arrivals} on the command line and is stored with the
 * run.
 */
public sealed interface Arrivals {
  /** Arrivals at equal distances. */
  record Constant() implements Arrivals {
    @Override
    public String toString() {
      return "constant";
    }
  }

  /** Independent arrivals (Poisson). */
  record Poisson() implements Arrivals {
    @Override
    public String toString() {
      return "poisson";
    }
  }

  /**
   * A straight line from one rate to another over the duration of the load.
   *
   * @param from the rate at the start
   * @param to the rate at the end
   */
  record Ramp(Rate from, Rate to) implements Arrivals {
    @Override
    public String toString() {
      return "ramp:" + from + ".." + to;
    }
  }

  /**
   * Constant rates, each for an equal part of the duration.
   *
   * @param rates the rates in order, at least one
   */
  record Step(List<Rate> rates) implements Arrivals {
    /** Keeps a copy. */
    public Step {
      rates = List.copyOf(rates);
      if (rates.isEmpty()) {
        throw new BadOptionException("steps need at least one rate: write step:1k/s,2k/s");
      }
    }

    @Override
    public String toString() {
      return rates.stream().map(Rate::toString).collect(Collectors.joining(",", "step:", ""));
    }
  }

  /**
   * Bursts at the mean rate of the load.
   *
   * @param messages messages in one burst, at least 1
   */
  record Burst(int messages) implements Arrivals {
    /** Checks the range. */
    public Burst {
      if (messages < 1) {
        throw new BadOptionException("a burst needs at least one message: write burst:50");
      }
    }

    @Override
    public String toString() {
      return "burst:" + messages;
    }
  }

  /**
   * Recorded times; the rate of the load is not used.
   *
   * @param file one time in nanoseconds a line, ascending from the start of the load
   */
  record Trace(Path file) implements Arrivals {
    @Override
    public String toString() {
      return "trace:" + file;
    }
  }

  /**
   * No arrivals: a closed loop, in which a message starts when an earlier one has ended. Nobody
   * waits for a turn, so response times leave out what users would wait. A {@link BenchConfig} at
   * the rate max has it; {@link #parse} does not.
   */
  record Closed() implements Arrivals {
    @Override
    public String toString() {
      return "closed";
    }
  }

  /**
   * A new schedule of these arrivals.
   *
   * @param rate the mean rate; arrivals with rates of their own ignore it
   * @param seed fixes every random choice
   * @param durationNs the length of the load; the schedule ends before it
   * @throws BadOptionException if the trace cannot be read
   */
  default Schedule schedule(Rate rate, long seed, long durationNs) {
    return endless(rate, seed, durationNs).until(durationNs);
  }

  /**
   * The same without an end at the duration.
   *
   * @throws BadOptionException if the trace cannot be read
   */
  default Schedule endless(Rate rate, long seed, long durationNs) {
    Schedule endless;
    if (this instanceof Poisson) {
      endless = Schedule.poisson(rate, new SplittableRandom(seed));
    } else if (this instanceof Ramp ramp) {
      endless = Schedule.ramp(ramp.from(), ramp.to(), durationNs);
    } else if (this instanceof Step step) {
      long eachNs = Math.max(1, durationNs / step.rates().size());
      endless = Schedule.steps(step.rates(), eachNs);
    } else if (this instanceof Burst burst) {
      endless = Schedule.bursts(rate, burst.messages());
    } else if (this instanceof Trace trace) {
      endless = Schedule.trace(TraceSchedule.read(trace.file()));
    } else if (this instanceof Closed) {
      endless = () -> 0;
    } else {
      endless = Schedule.constant(rate);
    }
    return endless;
  }

  /**
   * Reads {@code constant}, {@code poisson}, {@code ramp:RATE..RATE}, {@code step:RATE,RATE...},
   * {@code burst:N} or {@code trace:FILE}.
   *
   * @throws BadOptionException if the text has another form
   */
  static Arrivals parse(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    return switch (kind) {
      case "constant" -> plain(text, kind, new Constant());
      case "poisson" -> plain(text, kind, new Poisson());
      case "ramp" -> ramp(text, rest.split("\\.\\.", -1));
      case "step" -> new Step(Arrays.stream(rest.split(",", -1)).map(Rate::parse).toList());
      case "burst" -> burst(text, rest);
      case "trace" -> trace(text, rest);
      default -> throw unknown(text);
    };
  }

  private static Arrivals plain(String text, String kind, Arrivals arrivals) {
    if (!text.equals(kind)) {
      throw unknown(text);
    }
    return arrivals;
  }

  private static Arrivals ramp(String text, String[] ends) {
    if (ends.length != 2) {
      throw new BadOptionException("'" + Shown.text(text) + "': write a ramp as ramp:1k/s..40k/s");
    }
    return new Ramp(Rate.parse(ends[0]), Rate.parse(ends[1]));
  }

  private static Arrivals burst(String text, String size) {
    if (!size.matches("[1-9]\\d{0,6}")) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "': write the messages of a burst as burst:50");
    }
    return new Burst(Integer.parseInt(size));
  }

  private static Arrivals trace(String text, String file) {
    if (file.isEmpty()) {
      throw new BadOptionException("'" + Shown.text(text) + "': name the file as trace:FILE");
    }
    try {
      return new Trace(Path.of(file));
    } catch (java.nio.file.InvalidPathException e) {
      throw new BadOptionException("'" + Shown.text(text) + "' does not name a file");
    }
  }

  private static BadOptionException unknown(String text) {
    return new BadOptionException(
        "'"
            + Shown.text(text)
            + "' is no kind of arrivals: use constant, poisson, ramp:RATE..RATE, step:RATE,RATE,"
            + " burst:N or trace:FILE");
  }
}
