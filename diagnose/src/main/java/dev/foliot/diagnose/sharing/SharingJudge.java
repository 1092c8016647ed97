package dev.foliot.diagnose.sharing;

import dev.foliot.store.LuckyPlacements;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Tells sharing from traffic that harms nobody. Pure. */
final class SharingJudge {
  /** Fewer writes a second, of all threads, cannot matter: at 100 ns each, 0.01 % of a CPU. */
  static final double FEWEST_PER_S = 1_000;

  private final Line line;

  SharingJudge(Line line) {
    this.line = line;
  }

  Verdict judge(Suspect suspect) {
    Traffic traffic = suspect.traffic();
    Set<Integer> writers = traffic.writers();
    double perS = Math.max(suspect.rate().perS(), traffic.writesPerSWhileWritten());
    if (traffic.writtenWindows() < 2 || writers.isEmpty()) {
      return new Verdict.None(
          "written in "
              + traffic.writtenWindows()
              + " of "
              + traffic.windows()
              + " watched windows: it does not go on");
    }
    if (perS < FEWEST_PER_S) {
      return new Verdict.None(
          "about "
              + Figures.count(perS)
              + " writes a second, fewer than the "
              + Figures.count(FEWEST_PER_S)
              + " from which on they can matter");
    }
    Readers all = Readers.of(suspect);
    Set<Integer> wordReaders = all.of(suspect.written());
    Map<FieldWord, Set<Integer>> readers = sameLineReaders(suspect, all);
    boolean isReadSeen = isSeen(all, wordReaders, readers);
    if (writers.size() >= 2) {
      Overlap.Answer overlap = suspect.overlap().of(writers);
      if (overlap != Overlap.Answer.IN_TURN) {
        boolean isSeen = overlap == Overlap.Answer.TOGETHER;
        return new Verdict.TrueSharing(writers, wordReaders, readers, isSeen, isReadSeen);
      }
    }
    if (!readers.isEmpty()) {
      return new Verdict.FalseSharing(writers, wordReaders, readers, isReadSeen);
    }
    return wordReaders.isEmpty()
        ? new Verdict.None(alone(suspect, writers, all))
        : new Verdict.WordRead(writers, wordReaders, isReadSeen);
  }

  /** Whether one of those that read does so while others write, for all that can be told. */
  private static boolean isSeen(
      Readers all, Set<Integer> wordReaders, Map<FieldWord, Set<Integer>> readers) {
    return wordReaders.stream().anyMatch(all::isMeanwhile)
        || readers.values().stream()
            .anyMatch(threads -> threads.stream().anyMatch(all::isMeanwhile));
  }

  /** By field on the written one's line, the threads that read it and count. */
  private Map<FieldWord, Set<Integer>> sameLineReaders(Suspect suspect, Readers all) {
    Map<FieldWord, Set<Integer>> readers = new LinkedHashMap<>();
    for (FieldWord field : suspect.read()) {
      if (onLine(suspect, field) && !all.of(field).isEmpty()) {
        readers.put(field, all.of(field));
      }
    }
    return readers;
  }

  private boolean onLine(Suspect suspect, FieldWord field) {
    return line.holdsBoth(suspect.address(), suspect.written().offset(), field.offset());
  }

  private String alone(Suspect suspect, Set<Integer> writers, Readers all) {
    for (FieldWord field : suspect.read()) {
      if (!onLine(suspect, field) && !all.of(field).isEmpty()) {
        LuckyPlacements lucky =
            line.lucky(suspect.address(), suspect.written().offset(), field.offset());
        return (writers.size() == 1 ? "one thread writes it" : inTurn(writers))
            + " and others read "
            + field.name()
            + ", which is on another line at this address: lucky, as "
            + lucky.placements()
            + " of "
            + lucky.of()
            + " addresses are"
            + waited(suspect);
      }
    }
    String others = inTheirTurn(all.inTurn(line));
    return (writers.size() == 1
            ? "one thread writes it, and " + others
            : inTurn(writers) + ": no thread waits for another, and " + others)
        + waited(suspect);
  }

  private static String inTheirTurn(Set<Integer> readers) {
    return readers.isEmpty()
        ? "no other reads its line"
        : Figures.count(readers.size(), "other thread")
            + (readers.size() == 1 ? " reads" : " read")
            + " its line, as far as can be told in turn with it: all of them use one CPU";
  }

  private static String inTurn(Set<Integer> writers) {
    return Figures.count(writers.size(), "thread")
        + " take turns to write it, and no two were seen to do so at the same time";
  }

  /** Where the machine may be why they were not seen together. */
  private static String waited(Suspect suspect) {
    return suspect.hasWaited()
        ? "; they waited for CPUs too, and where they need not they might meet: look again when the"
            + " machine is less busy"
        : "";
  }
}
