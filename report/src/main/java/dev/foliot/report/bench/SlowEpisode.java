package dev.foliot.report.bench;

import dev.foliot.stats.Episodes;
import dev.foliot.store.SlowestMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Messages of a fork's slowest that belong to one cause in time: each has its index at most a tenth
 * of their mean distance after the one before, as {@link Episodes} has it, or mostly waited in the
 * queue that those before it had left.
 *
 * @param messages in the order of the schedule, at least one
 */
record SlowEpisode(List<SlowestMessage> messages) {
  private static final int SPARSENESS = 10;

  /**
   * The episodes in the order of time.
   *
   * @param count how many messages the fork had in all
   */
  static List<SlowEpisode> of(List<SlowestMessage> slowest, long count) {
    List<SlowestMessage> sorted = new ArrayList<>(slowest);
    sorted.sort(Comparator.comparingLong(SlowestMessage::index));
    long gap = sorted.isEmpty() ? 1 : Math.max(1, count / sorted.size() / SPARSENESS);
    List<SlowEpisode> episodes = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      if (i == sorted.size() || isApart(sorted.subList(from, i), sorted.get(i), gap)) {
        episodes.add(new SlowEpisode(List.copyOf(sorted.subList(from, i))));
        from = i;
      }
    }
    return episodes;
  }

  private static boolean isApart(List<SlowestMessage> episode, SlowestMessage next, long gap) {
    return next.index() - episode.getLast().index() > gap && !waitedFor(episode, next);
  }

  /** Whether a message spent most of its time in the queue that an episode left behind. */
  private static boolean waitedFor(List<SlowestMessage> episode, SlowestMessage next) {
    return next.times().backlogNs() > next.times().responseNs() / 2
        && episode.stream()
            .anyMatch(message -> message.times().endNs() > next.times().intendedNs());
  }

  /** The episodes of a fork with the slowest messages, the greatest first. */
  static List<SlowEpisode> greatest(ForkView fork, int most) {
    return of(fork.slowest(), fork.record().times().response().count()).stream()
        .sorted(Comparator.comparingLong(episode -> -episode.slowest().times().responseNs()))
        .limit(most)
        .toList();
  }

  SlowestMessage slowest() {
    return messages.stream()
        .max(Comparator.comparingLong(one -> one.times().responseNs()))
        .orElseThrow();
  }

  double startS() {
    return messages.getFirst().times().intendedNs() / 1e9;
  }

  double endS() {
    return messages.stream().mapToLong(one -> one.times().endNs()).max().orElseThrow() / 1e9;
  }
}
