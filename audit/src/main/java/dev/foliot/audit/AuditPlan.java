package dev.foliot.audit;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.TimeSpan;
import dev.foliot.text.FoliotException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command that loads the server, and the server's behaviour.
 *
 * @param command the tool and its arguments, with {@link #URL} in place of the server's address
 * @param serviceNs from a request to its answer, 1 us to 10 s
 * @param stallNs the length of a stall, 1 ms to 1 min; 0 for none
 * @param everyNs from the start of a stall to the start of the next, longer than a stall, at most 1
 *     h; also from the first request to the first stall
 */
public record AuditPlan(List<String> command, long serviceNs, long stallNs, long everyNs) {
  /** The placeholder for the server's address. */
  public static final String URL = "{url}";

  private static final long US = 1_000;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  /**
   * Keeps a copy.
   *
   * @throws BadOptionException for a length out of range
   * @throws FoliotException without a command
   */
  public AuditPlan {
    command = List.copyOf(command);
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw FoliotException.usage(
          "no command: write foliot audit -- wrk --latency -c20 -d10s {url}");
    }
    check("--service", serviceNs, US, 10 * SECOND);
    if (stallNs != 0) {
      check("--stall", stallNs, MS, MINUTE);
      check("--every", everyNs, MS, HOUR);
      if (everyNs <= stallNs) {
        throw new BadOptionException(
            "--every " + TimeSpan.format(everyNs) + " is not longer than --stall: give more");
      }
    }
  }

  private static void check(String option, long ns, long least, long most) {
    if (ns < least || ns > most) {
      throw new BadOptionException(
          option
              + " "
              + TimeSpan.format(ns)
              + " is out of range: from "
              + TimeSpan.format(least)
              + " to "
              + TimeSpan.format(most));
    }
  }

  boolean stalls() {
    return stallNs != 0;
  }

  /** The command with the address in its place, or at its end. */
  List<String> commandFor(String url) {
    boolean placed = command.stream().anyMatch(word -> word.contains(URL));
    if (placed) {
      return command.stream().map(word -> word.replace(URL, url)).toList();
    }
    return Stream.concat(command.stream(), Stream.of(url)).toList();
  }
}
