package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.MemoryReason;
import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.hotspot.memory.MemoryAccounts;
import dev.foliot.hotspot.memory.NativeMemory;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryUse;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Examined;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One examination of a JVM's memory. One thread, once.
 *
 * <p>It samples at even intervals, the last time at the end. The address space is read in each
 * sample if that is quick, otherwise only in the first and the last: the program waits if it maps
 * memory during the read.
 */
final class MemoryRun {
  static final int LOOKS = 6;

  /** Slower readings are made only at both ends. */
  private static final long QUICK_NS = 100_000_000;

  private final MemoryTarget target;
  private final NanoClock clock;
  private final long durationNs;
  private final Optional<Reading<MemoryAccounts>> asked;
  private final List<Snapshot> snapshots = new ArrayList<>();
  private final Set<Reason> limits = new LinkedHashSet<>();
  private AccountsResult accounts = AccountsResult.NOTHING;
  private List<ResidentRegion> lastRegions = List.of();
  private long slowestNs;

  /**
   * Creates a run.
   *
   * @param asked answers for the JVM; empty if attaching is forbidden
   */
  MemoryRun(
      MemoryTarget target,
      NanoClock clock,
      long durationNs,
      Optional<Reading<MemoryAccounts>> asked) {
    this.target = target;
    this.clock = clock;
    this.durationNs = durationNs;
    this.asked = asked;
  }

  Outcome<ResourceFinding> run() {
    long startNs = clock.nanos();
    boolean interrupted = false;
    Optional<Reason> cutShort = Optional.empty();
    try {
      cutShort = looks(startNs);
      if (cutShort.isEmpty()) {
        ask(true);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    // an interrupt closes the file, which then looks like an ended process
    interrupted |= Thread.interrupted();
    if (interrupted) {
      cutShort = Optional.of(new ExaminationReason.ExaminationInterrupted(clock.nanos() - startNs));
    } else if (cutShort.isEmpty() && target.isStopped()) {
      cutShort = Optional.of(new ExaminationReason.ProcessStopped());
    }
    Outcome<ResourceFinding> outcome =
        MemoryReport.of(snapshots, accounts, List.copyOf(limits), cutShort, asked.isPresent());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /** Returns why it ended before its time. */
  private Optional<Reason> looks(long startNs) throws InterruptedException {
    for (int i = 0; i < LOOKS; i++) {
      long dueNs = startNs + durationNs * i / (LOOKS - 1);
      clock.sleep(Math.max(0, dueNs - clock.nanos()));
      boolean end = i == 0 || i == LOOKS - 1;
      Reading<MemoryUse> use = target.use();
      if (use instanceof Reading.Unavailable<MemoryUse> none) {
        return Optional.of(
            snapshots.isEmpty()
                ? new ExaminationReason.CannotExamine(none.why())
                : new ProcessReason.ProcessEnded(clock.nanos() - startNs));
      }
      snapshots.add(look(clock.nanos() - startNs, use.toOptional().orElseThrow(), end));
      if (i == 0) {
        ask(false);
      }
    }
    return Optional.empty();
  }

  private Snapshot look(long atNs, MemoryUse use, boolean end) {
    if (!end && slowestNs > QUICK_NS) {
      return new Snapshot(atNs, use, seldom(), target.counted(), seldom());
    }
    // the first reading walks through all classes, later ones through new classes
    Reading<Counted> counted = target.counted();
    JvmRanges ranges = end ? target.ranges() : target.rangesBetween();
    long beganNs = clock.nanos();
    Reading<DirectBuffers> direct = target.direct();
    Reading<Resident> resident =
        resident(ranges, direct.map(DirectBuffers::places).orElse(List.of()));
    if (end) {
      missing(Examined.DIRECT_MEMORY, counted);
      missing(Examined.DIRECT_OWNERS, direct);
      missing(Examined.MEMORY_PARTS, resident);
      ranges.couldNot().forEach(why -> limits.add(new MemoryReason.RangesIncomplete(why)));
    }
    slowestNs = Math.max(slowestNs, clock.nanos() - beganNs);
    return new Snapshot(atNs, use, resident, counted, direct);
  }

  private static <T> Reading<T> seldom() {
    return Reading.unavailable(new MemoryReason.SeldomExamined());
  }

  private Reading<Resident> resident(JvmRanges ranges, List<Range> direct) {
    Reading<List<ResidentRegion>> regions = target.regions();
    lastRegions = regions.orElse(List.of());
    return regions.map(all -> Resident.of(all, ranges, direct, target::pages));
  }

  private boolean missing(Examined what, Reading<?> reading) {
    if (reading instanceof Reading.Unavailable<?> none) {
      limits.add(new ExaminationReason.NotExamined(what, "", none.why()));
      return true;
    }
    return false;
  }

  /** Asks the JVM, after the first sample and after the last. */
  private void ask(boolean end) throws InterruptedException {
    if (asked.isEmpty()) {
      return;
    }
    // another process may have its number now; jcmd's signal would end it
    if (missing(Examined.JVM_ANSWERS, target.use())) {
      return;
    }
    if (target.isStopped()) {
      limits.add(new MemoryReason.JvmStopped());
      return;
    }
    switch (asked.get()) {
      case Reading.Unavailable<MemoryAccounts> unavailable ->
          missing(Examined.JVM_ANSWERS, unavailable);
      case Reading.Value<MemoryAccounts>(MemoryAccounts jvm) -> {
        Reading<NativeMemory> books = jvm.books(end);
        missing(Examined.JVM_ACCOUNTS, books);
        if (!end) {
          accounts = AccountsResult.first(books);
          return;
        }
        Reading<Long> used = jvm.heapUsed();
        missing(Examined.HEAP_USED, used);
        long direct = snapshots.getLast().counted().map(Counted::bytes).orElse(-1L);
        accounts = accounts.last(books, used, lastRegions, target::pages, direct);
      }
    }
  }
}
