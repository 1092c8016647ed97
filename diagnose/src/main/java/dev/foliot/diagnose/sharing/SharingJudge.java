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
    Set<Integer> wordReaders = suspect.traffic().wordReaders();
    Map<FieldWord, Set<Integer>> readers = sameLineReaders(suspect, writers);
    if (writers.size() >= 2) {
      Overlap.Answer overlap = suspect.overlap().of(writers);
      if (overlap != Overlap.Answer.IN_TURN) {
        boolean isSeen = overlap == Overlap.Answer.TOGETHER;
        return new Verdict.TrueSharing(writers, wordReaders, readers, isSeen);
      }
    }
    if (!readers.isEmpty()) {
      return new Verdict.FalseSharing(writers, wordReaders, readers);
    }
    return wordReaders.isEmpty()
        ? new Verdict.None(alone(suspect, writers))
        : new Verdict.WordRead(writers, wordReaders);
  }

  /** By field on the written one's line, the threads that read it and do not write. */
  private Map<FieldWord, Set<Integer>> sameLineReaders(Suspect suspect, Set<Integer> writers) {
    Map<FieldWord, Set<Integer>> readers = new LinkedHashMap<>();
    for (FieldWord field : suspect.read()) {
      if (onLine(suspect, field)) {
        Set<Integer> others = others(suspect, field, writers);
        if (!others.isEmpty()) {
          readers.put(field, others);
        }
      }
    }
    return readers;
  }

  private boolean onLine(Suspect suspect, FieldWord field) {
    return line.holdsBoth(suspect.address(), suspect.written().offset(), field.offset());
  }

  private static Set<Integer> others(Suspect suspect, FieldWord field, Set<Integer> writers) {
    Set<Integer> readers = suspect.traffic().readers(field);
    readers.removeAll(writers);
    readers.removeIf(reader -> !suspect.isReadMeanwhile(field, reader, writers));
    return readers;
  }

  private String alone(Suspect suspect, Set<Integer> writers) {
    for (FieldWord field : suspect.read()) {
      if (!onLine(suspect, field) && !others(suspect, field, writers).isEmpty()) {
        LuckyPlacements lucky =
            line.lucky(suspect.address(), suspect.written().offset(), field.offset());
        return (writers.size() == 1 ? "one thread writes it" : inTurn(writers))
            + " and others read "
            + field.name()
            + ", which is on another line at this address: lucky, as "
            + lucky.placements()
            + " of "
            + lucky.of()
            + " addresses are";
      }
    }
    return writers.size() == 1
        ? "one thread writes it, and no other reads its line"
        : inTurn(writers) + ": no thread waits for another, and no other reads its line";
  }

  private static String inTurn(Set<Integer> writers) {
    return Figures.count(writers.size(), "thread")
        + " take turns to write it, and no two were seen to do so at the same time";
  }
}
