package dev.foliot.checks.peers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A peer's results, as lines of a name and a number.
 *
 * @param numbers by name: {@code start_ns}, {@code achieved_per_s}, and {@code p50}, {@code p99},
 *     {@code p99.9} in nanoseconds
 * @param stops the planted stalls of its work
 */
record HarnessResult(Map<String, Double> numbers, List<Stop> stops) {
  private static final String MARK = "peer ";

  /** Prints one number; used by the peer. */
  static void tell(String name, double number) {
    System.out.println(MARK + name + " " + number);
  }

  /** Prints exact times; used by the peer. */
  static void tellTimes(String name, long first, long second) {
    System.out.println(MARK + name + " " + first + " " + second);
  }

  /** Prints the start of the measured load; used by the peer. */
  static void tellRunning() {
    System.out.println(MARK + "running");
  }

  static boolean isRunning(String line) {
    return line.equals(MARK + "running");
  }

  static HarnessResult of(List<String> lines) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    List<Stop> stops = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      if (line.startsWith(MARK) && words.length == 4) {
        stops.add(new Stop(Long.parseLong(words[2]), Long.parseLong(words[3])));
      } else if (line.startsWith(MARK) && words.length == 3) {
        numbers.put(words[1], Double.parseDouble(words[2]));
      }
    }
    return new HarnessResult(numbers, stops);
  }

  /** A number, or NaN if the peer did not report it. */
  double number(String name) {
    return numbers.getOrDefault(name, Double.NaN);
  }

  /** The start of the load, whose exact time is sent as a stop without length. */
  long startNs() {
    return stops.stream()
        .filter(stop -> stop.fromNs() == stop.toNs())
        .mapToLong(Stop::fromNs)
        .findFirst()
        .orElseThrow();
  }

  /** The planted stalls. */
  List<Stop> planted() {
    return stops.stream().filter(stop -> stop.fromNs() != stop.toNs()).toList();
  }
}
