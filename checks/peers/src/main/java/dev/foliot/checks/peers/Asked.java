package dev.foliot.checks.peers;

import java.util.List;

/**
 * A peer's parameters, as words of a command line.
 *
 * @param work the argument of {@link Work}
 * @param perSecond messages a second
 * @param messages the number of measured messages
 * @param warmup the number of messages before these
 */
record Asked(String work, int perSecond, long messages, int warmup) {
  static Asked of(String[] words) {
    return new Asked(
        words[0], Integer.parseInt(words[1]), Long.parseLong(words[2]), Integer.parseInt(words[3]));
  }

  List<String> words() {
    return List.of(work, "" + perSecond, "" + messages, "" + warmup);
  }

  long gapNs() {
    return 1_000_000_000 / perSecond;
  }
}
