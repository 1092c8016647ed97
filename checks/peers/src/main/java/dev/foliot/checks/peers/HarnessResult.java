package dev.foliot.checks.peers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a peer told, as lines of a name and a number.
 *
 * @param numbers by name: {@code start_ns}, {@code achieved_per_s}, and {@code p50}, {@code p99},
 *     {@code p99.9} in nanoseconds
 * @param stops the stalls that its work planted
 */
record HarnessResult(Map<String, Double> numbers, List<Stop> stops) {
  private static final String MARK = "peer ";

  /** Prints one number; the peer's side. */
  static void tell(String name, double number) {
    System.out.println(MARK + name + " " + number);
  }

  /** Prints exact times; the peer's side. */
  static void tellTimes(String name, long first, long second) {
    System.out.println(MARK + name + " " + first + " " + second);
  }

  /** Prints that the load that counts begins; the peer's side. */
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

  /** A number, or not a number where the peer did not tell it. */
  double number(String name) {
    return numbers.getOrDefault(name, Double.NaN);
  }

  /** When the load began, whose exact time travels as a stop of no length. */
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
