package dev.foliot.diagnose.sharing;

import dev.foliot.store.LuckyPlacements;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
    wordReaders.removeIf(
        reader -> suspect.isWordReadMeanwhile(reader, writers) == Overlap.Answer.IN_TURN);
    Map<FieldWord, Set<Integer>> readers = sameLineReaders(suspect, writers);
    boolean isReadSeen = isSeen(suspect, writers, wordReaders, readers);
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
        ? new Verdict.None(alone(suspect, writers))
        : new Verdict.WordRead(writers, wordReaders, isReadSeen);
  }

  /** Whether one of those that read does so while others write, for all that can be told. */
  private static boolean isSeen(
      Suspect suspect,
      Set<Integer> writers,
      Set<Integer> wordReaders,
      Map<FieldWord, Set<Integer>> readers) {
    for (int reader : wordReaders) {
      if (suspect.isWordReadMeanwhile(reader, writers) == Overlap.Answer.TOGETHER) {
        return true;
      }
    }
    for (Map.Entry<FieldWord, Set<Integer>> field : readers.entrySet()) {
      for (int reader : field.getValue()) {
        if (suspect.isReadMeanwhile(field.getKey(), reader, writers) == Overlap.Answer.TOGETHER) {
          return true;
        }
      }
    }
    return false;
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
    readers.removeIf(
        reader -> suspect.isReadMeanwhile(field, reader, writers) == Overlap.Answer.IN_TURN);
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
    String others = inTheirTurn(suspect, writers);
    return writers.size() == 1
        ? "one thread writes it, and " + others
        : inTurn(writers) + ": no thread waits for another, and " + others;
  }

  private String inTheirTurn(Suspect suspect, Set<Integer> writers) {
    Set<Integer> readers = new TreeSet<>(suspect.traffic().wordReaders());
    for (FieldWord field : suspect.read()) {
      if (onLine(suspect, field)) {
        readers.addAll(suspect.traffic().readers(field));
      }
    }
    readers.removeAll(writers);
    return readers.isEmpty()
        ? "no other reads its line"
        : Figures.count(readers.size(), "other thread")
            + (readers.size() == 1 ? " reads" : " read")
            + " its line, as far as can be told in turn with it: all of them want one CPU";
  }

  private static String inTurn(Set<Integer> writers) {
    return Figures.count(writers.size(), "thread")
        + " take turns to write it, and no two were seen to do so at the same time";
  }
}
