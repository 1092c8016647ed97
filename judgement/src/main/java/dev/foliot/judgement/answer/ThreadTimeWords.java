package dev.foliot.judgement.answer;

import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.ThreadTime;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where the time of threads went, in lines. Pure. */
public final class ThreadTimeWords {
  private static final double NEARLY_ALL = 0.9;

  /** Smaller parts are left out of a line. */
  private static final double SMALL = 0.02;

  private static final int MOST_PARTS = 3;

  private ThreadTimeWords() {}

  /** The groups that did anything, the one that did most first. */
  public static List<ThreadTime.Group> shown(ThreadTime time, int most) {
    return time.groups().stream()
        .filter(group -> 1 - group.share(Doing.IDLE) - group.share(Doing.UNKNOWN) >= SMALL)
        .limit(most)
        .toList();
  }

  /**
   * The largest parts of a group's time, with the place of the largest wait or of the running:
   * {@code 20 threads: waits for a pool or permit 82 %, without work 18 %; at ...}.
   */
  public static String line(ThreadTime.Group group) {
    return (group.threads() < 1.5 ? "" : Numbers.digits(group.threads()) + " threads: ")
        + where(group);
  }

  /** The largest parts of a group's time, the largest first, with the place of what takes most. */
  public static String where(ThreadTime.Group group) {
    return parts(group) + place(group).map(place -> "; " + place.words()).orElse("");
  }

  private static String parts(ThreadTime.Group group) {
    List<String> parts = new ArrayList<>();
    group.shares().entrySet().stream()
        .filter(one -> one.getValue() >= SMALL)
        .sorted(Map.Entry.<Doing, Double>comparingByValue().reversed())
        .limit(MOST_PARTS)
        .forEach(one -> parts.add(one.getKey().words() + " " + Numbers.percent(one.getValue(), 0)));
    return String.join(", ", parts);
  }

  /** Where most of the time that is not without work went; empty if unknown. */
  public static Optional<ThreadTime.Place> place(ThreadTime.Group group) {
    return group.places().stream()
        .filter(place -> place.doing() != Doing.IDLE && !place.words().isEmpty())
        .findFirst();
  }

  /**
   * A group of several threads that stayed in one wait for the whole time; empty if none did. At a
   * socket all of them must have: some threads read from connections on which nothing comes.
   */
  public static Optional<String> still(ThreadTime time) {
    return still(time, EnumSet.of(Doing.LOCK, Doing.PERMIT, Doing.RESULT), 0)
        .or(() -> still(time, EnumSet.of(Doing.SOCKET), NEARLY_ALL));
  }

  private static Optional<String> still(ThreadTime time, Set<Doing> waits, double part) {
    for (ThreadTime.Group group : time.groups()) {
      for (ThreadTime.Place place : group.places()) {
        if (waits.contains(place.doing())
            && place.still() > 1
            && place.still() >= part * group.threads()) {
          return Optional.of(
              place.still()
                  + " threads of "
                  + group.name()
                  + " did not move: "
                  + place.doing().words()
                  + ", "
                  + place.words());
        }
      }
    }
    return Optional.empty();
  }
}
