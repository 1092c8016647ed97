package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.reason.SharingReason;
import dev.foliot.diagnose.reason.SharingReason.NoHarm;
import dev.foliot.diagnose.sharing.Verdict.Harm;
import dev.foliot.diagnose.watch.Overlap;
import dev.foliot.store.diagnosis.LuckyPlacements;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Separates sharing from harmless traffic. Pure. */
final class SharingJudge {
  /** Fewer writes per second, of all threads, cannot matter: at 100 ns each, 0.01 % of a CPU. */
  static final double FEWEST_PER_S = 1_000;

  private static final double SURE = 0.95;
  private static final double NEARLY_SURE = 0.9;
  private static final double IN_DOUBT = 0.5;
  private static final double GUESS = 0.4;

  private SharingJudge() {}

  static Verdict judge(ObservedClass observed) {
    ObservedClass.Windows windows = observed.windows();
    Set<Integer> writers = observed.writers();
    double perS = Math.max(observed.rate().perS(), windows.perSWhileWritten());
    if (windows.written() < 2 || writers.isEmpty()) {
      return new Verdict.None(new SharingReason.NotGoingOn(windows.written(), windows.all()));
    }
    if (perS < FEWEST_PER_S) {
      return new Verdict.None(new SharingReason.TooFewWrites(perS, FEWEST_PER_S));
    }
    ObservedClass.Readers all = observed.readers();
    Set<Integer> wordReaders = all.of(observed.layout().written());
    Map<FieldWord, Set<Integer>> readers = new LinkedHashMap<>();
    for (FieldWord field : observed.layout().read()) {
      if (observed.layout().isOnLine(field) && !all.of(field).isEmpty()) {
        readers.put(field, all.of(field));
      }
    }
    boolean together = writers.size() >= 2 && observed.overlap() == Overlap.Answer.TOGETHER;
    boolean several = writers.size() >= 2 && observed.overlap() != Overlap.Answer.IN_TURN;
    if (!several && readers.isEmpty() && wordReaders.isEmpty()) {
      return new Verdict.None(alone(observed));
    }
    Harm harm = several ? Harm.SEVERAL_WRITE : readers.isEmpty() ? Harm.WORD_READ : Harm.FIELD_READ;
    return new Verdict.Sharing(
        harm,
        writers,
        wordReaders,
        readers,
        harm == Harm.FIELD_READ ? Optional.of(most(all, readers)) : Optional.empty(),
        harm == Harm.FIELD_READ && wordReaders.isEmpty() && windows.word() >= 2,
        together,
        isReadMeanwhile(all, wordReaders, readers));
  }

  private static FieldWord most(ObservedClass.Readers all, Map<FieldWord, Set<Integer>> readers) {
    FieldWord most = all.most(readers.keySet());
    return most == null ? readers.keySet().iterator().next() : most;
  }

  private static boolean isReadMeanwhile(
      ObservedClass.Readers all, Set<Integer> wordReaders, Map<FieldWord, Set<Integer>> readers) {
    return wordReaders.stream().anyMatch(all.meanwhile()::contains)
        || readers.values().stream()
            .anyMatch(threads -> threads.stream().anyMatch(all.meanwhile()::contains));
  }

  private static NoHarm alone(ObservedClass observed) {
    for (FieldWord field : observed.layout().read()) {
      if (!observed.layout().isOnLine(field) && !observed.readers().of(field).isEmpty()) {
        LuckyPlacements lucky = observed.layout().lucky(field);
        return new SharingReason.OnAnotherLine(
            observed.writers().size(),
            field.name(),
            lucky.placements(),
            lucky.of(),
            observed.hasWaited());
      }
    }
    return new SharingReason.OneAtATime(
        observed.writers().size(), observed.inTurnOnLine().size(), observed.hasWaited());
  }

  /**
   * The confidence of a verdict, from 0 to 1.
   *
   * @param writtenWindows with a write
   * @param interfaces how many are known to alternate
   * @param hasSites whether the writing code is known
   * @param isMeasured whether its cost is measured
   */
  static double confidence(
      Verdict.Sharing verdict,
      int writtenWindows,
      int interfaces,
      boolean hasSites,
      boolean isMeasured) {
    if (verdict.harm() == Harm.UNKNOWN) {
      return GUESS;
    }
    boolean isObserved =
        verdict.isOneAtATime() ? verdict.isReadMeanwhile() : verdict.areWritersTogether();
    double confidence = !isObserved ? IN_DOUBT : verdict.isOneAtATime() ? NEARLY_SURE : SURE;
    confidence -= isMeasured ? 0 : 0.1;
    confidence -= hasSites ? 0 : 0.05;
    confidence -= interfaces < 2 ? 0.1 : 0;
    confidence -= writtenWindows < 3 ? 0.1 : 0;
    return Math.round(confidence * 100) / 100.0;
  }
}
