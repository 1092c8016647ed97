package dev.foliot.diagnose.words;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.WordsReason;
import dev.foliot.diagnose.watch.ActiveThreads;
import dev.foliot.diagnose.watch.CpuUse;
import dev.foliot.diagnose.watch.TargetThreads;
import dev.foliot.diagnose.watch.ThreadRotation;
import dev.foliot.diagnose.watch.WatchBudget;
import dev.foliot.diagnose.watch.WatchpointWindows;
import dev.foliot.diagnose.words.SampledWords.Line;
import dev.foliot.diagnose.words.SampledWords.Word;
import dev.foliot.diagnose.words.WordsObservations.Failed;
import dev.foliot.diagnose.words.WordsTarget.Asked;
import dev.foliot.hotspot.code.TypeSearch;
import dev.foliot.hotspot.heap.ObjectPlace;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler.Sample;
import dev.foliot.linux.perf.CpuSampler.Samples;
import dev.foliot.linux.perf.PerfEvent.Access;
import dev.foliot.linux.perf.PerfEvent.Watchpoint;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.perf.Watchpoints.Window;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Examined;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One examination. One thread, once.
 *
 * <p>In each of a few rounds it samples the threads' instructions and registers, and at once
 * watches the words that several threads seem to write: the collector moves objects, so an address
 * is good for a moment. A word counts only if the same object is there before and after its window.
 */
final class WordsRun {
  static final int ROUNDS = 5;

  private static final int MOST_LINES = 3;
  private static final int WINDOWS = 3;
  private static final long WINDOW_NS = 2_000_000;
  private static final long SHORTEST_NS = 50_000_000;
  private static final long LONGEST_NS = 500_000_000;
  private static final int MOST_PER_S = 997;
  private static final int FEWEST_PER_S = 97;

  /** Of all threads together, on as many CPUs. */
  private static final int MOST_OF_ALL_PER_S = 16_000;

  private static final int MOST_SAMPLED_HITS_THREADS = 8;
  private static final int MOST_SEARCHES = 200;

  private final WordsTarget target;
  private final TargetThreads threads;
  private final NanoClock clock;
  private final long durationNs;
  private final long startNs;
  private final ActiveThreads active;
  private final CpuUse.Meter cpuUse;
  private final ThreadRotation rotation = new ThreadRotation();
  private final Map<String, WordTraffic> words = new LinkedHashMap<>();
  private final Map<String, WordTraffic> lines = new LinkedHashMap<>();
  private final Map<TypeSearch, Searching> searches = new LinkedHashMap<>();
  private final Set<Reason> limits = new LinkedHashSet<>();
  private final Set<Integer> sampledThreads = new TreeSet<>();
  private WatchBudget budget = new WatchBudget(0);
  private Optional<WatchpointWindows> watching = Optional.empty();
  private boolean isBlind;
  private long samples;
  private long withRegisters;
  private int unplaced;

  private static final class Searching {
    private final Map<String, Integer> places = new HashMap<>();
    private final Set<Integer> tids = new HashSet<>();
    private long samples;
  }

  /** A run that starts at once. */
  WordsRun(WordsTarget target, NanoClock clock, long durationNs) {
    this.target = target;
    this.threads = target.threads();
    this.clock = clock;
    this.durationNs = durationNs;
    this.startNs = clock.nanos();
    this.active = new ActiveThreads(threads);
    this.cpuUse = new CpuUse.Meter(threads, clock);
  }

  Outcome<ResourceFinding> run() {
    Optional<Reason> unreadable = target.unreadable();
    if (unreadable.isPresent()) {
      return Outcome.unavailable(unreadable.get(), unreadable.get());
    }
    boolean interrupted = false;
    Optional<Reason> cutShort = Optional.empty();
    try {
      active.begin();
      for (int round = 0; round < ROUNDS && cutShort.isEmpty(); round++) {
        long dueNs = startNs + durationNs * (4L * round + 1) / (4L * ROUNDS);
        clock.sleep(Math.max(0, dueNs - clock.nanos()));
        cutShort = round();
      }
      clock.sleep(cutShort.isEmpty() ? Math.max(0, startNs + durationNs - clock.nanos()) : 0);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    interrupted |= Thread.interrupted();
    if (interrupted) {
      cutShort = Optional.of(new ExaminationReason.ExaminationInterrupted(clock.nanos() - startNs));
    }
    noteMissingRegisters();
    Outcome<ResourceFinding> outcome =
        samples == 0 && cutShort.isEmpty() && !limits.isEmpty()
            ? Outcome.unavailable(limits.iterator().next(), limits.iterator().next())
            : WordsReport.of(
                observed(), cutShort, List.copyOf(limits), budget, clock.nanos() - startNs);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /** Returns why no more rounds are possible. */
  private Optional<Reason> round() throws InterruptedException {
    if (!target.isAlive()) {
      return Optional.of(new ProcessReason.ProcessEnded(clock.nanos() - startNs));
    }
    if (threads.areStopped()) {
      return Optional.of(new ExaminationReason.ProcessStopped());
    }
    List<Integer> ran = active.ran(clock.nanos() - startNs).orElse(List.of());
    if (ran.isEmpty()) {
      return Optional.empty();
    }
    cpuUse.note(ran);
    List<Integer> tids = ran.subList(0, Math.min(ThreadRotation.PLACES, ran.size()));
    long windowNs = Math.clamp(durationNs / (2L * ROUNDS), SHORTEST_NS, LONGEST_NS);
    int perSecond = Math.clamp(MOST_OF_ALL_PER_S / tids.size(), FEWEST_PER_S, MOST_PER_S);
    switch (target.onCpu(tids, windowNs, perSecond)) {
      case Reading.Unavailable<Samples> none ->
          limits.add(new ExaminationReason.NotExamined(Examined.WRITTEN_WORDS, "", none.why()));
      case Reading.Value<Samples>(Samples taken) -> examine(taken.samples(), ran);
    }
    return Optional.empty();
  }

  private void examine(List<Sample> taken, List<Integer> ran) throws InterruptedException {
    samples += taken.size();
    taken.forEach(sample -> sampledThreads.add(sample.tid()));
    withRegisters += taken.stream().filter(one -> !isBare(one)).count();
    taken.forEach(this::search);
    SampledWords sampled = new SampledWords(taken, target::writes);
    List<Line> hot = sampled.lines();
    for (Line line : hot.subList(0, Math.min(MOST_LINES, hot.size()))) {
      watch(line, ran);
    }
  }

  private static boolean isBare(Sample sample) {
    return sample.kernel() || sample.registers().isEmpty();
  }

  /** Threads that hardly run may be in the kernel in each of a few samples: that says nothing. */
  private void noteMissingRegisters() {
    if (withRegisters == 0 && samples >= WordsJudge.FEWEST_SAMPLES) {
      limits.add(
          new ExaminationReason.NotExamined(
              Examined.WRITTEN_WORDS, "", new WordsReason.RegistersMissing()));
    }
  }

  private void search(Sample sample) {
    if (isBare(sample)) {
      return;
    }
    Optional<TypeSearch> found = target.search(sample.registers());
    if (found.isPresent()
        && (searches.size() < MOST_SEARCHES || searches.containsKey(found.get()))) {
      Searching searching = searches.computeIfAbsent(found.get(), any -> new Searching());
      searching.samples++;
      searching.tids.add(sample.tid());
      searching.places.merge(target.place(sample.ip()), 1, Integer::sum);
    }
  }

  private void watch(Line line, List<Integer> ran) throws InterruptedException {
    List<Asked> asked = new ArrayList<>();
    line.words().forEach(word -> asked.add(new Asked(word.address(), word.hints())));
    List<Optional<ObjectPlace>> places = target.objects(asked);
    List<Word> placed = new ArrayList<>();
    List<ObjectPlace> known = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      if (places.get(i).filter(place -> !place.isLock()).isPresent()) {
        placed.add(line.words().get(i));
        known.add(places.get(i).get());
      }
    }
    unplaced += places.stream().anyMatch(Optional::isEmpty) && placed.isEmpty() ? 1 : 0;
    Set<Integer> tids = new HashSet<>();
    placed.forEach(word -> tids.addAll(word.tids()));
    if (tids.size() >= 2 && isReady()) {
      watch(line, placed, known, rotation.next(ran, tids));
    }
  }

  /** Measures the cost of a hit when watchpoints are first needed. */
  private boolean isReady() {
    if (watching.isEmpty() && !isBlind) {
      switch (threads.hitCostNs()) {
        case Reading.Unavailable<Double> none -> {
          isBlind = true;
          limits.add(new ExaminationReason.NotExamined(Examined.WRITING_THREADS, "", none.why()));
        }
        case Reading.Value<Double>(Double hitNs) -> {
          budget =
              new WatchBudget(hitNs, threads.sampledHitCostNs().orElse(hitNs), threads.turns());
          watching = Optional.of(new WatchpointWindows(threads, clock, budget, startNs));
        }
      }
    }
    return watching.isPresent() && watching.get().refusal().isEmpty();
  }

  private void watch(Line line, List<Word> placed, List<ObjectPlace> known, List<Integer> tids)
      throws InterruptedException {
    WatchpointWindows windows = watching.orElseThrow();
    List<Watchpoint> points = new ArrayList<>();
    placed.forEach(word -> points.add(new Watchpoint(Access.WRITE, word.address(), word.bytes())));
    List<List<Window>> counted = new ArrayList<>();
    for (int i = 0; i < WINDOWS; i++) {
      int most = Math.min(points.size(), windows.atOnce());
      windows.count(tids, points.subList(0, most), WINDOW_NS).ifPresent(counted::add);
    }
    windows
        .refusal()
        .ifPresent(why ->
            limits.add(new ExaminationReason.NotExamined(Examined.WRITING_THREADS, "", why.why())));
    List<List<Hit>> hits = new ArrayList<>();
    for (int i = 0; i < placed.size(); i++) {
      hits.add(sampled(windows, points.get(i), writers(counted, i)));
    }
    List<Asked> again = new ArrayList<>();
    for (int i = 0; i < placed.size(); i++) {
      again.add(new Asked(placed.get(i).address(), List.of(known.get(i).object())));
    }
    List<Optional<ObjectPlace>> after = target.objects(again);
    for (int i = 0; i < placed.size(); i++) {
      if (!after.get(i).equals(Optional.of(known.get(i)))) {
        // the collector has moved it, perhaps while it was watched
        return;
      }
    }
    add(line, placed, known, counted, hits);
  }

  private static Set<Integer> writers(List<List<Window>> counted, int word) {
    Set<Integer> tids = new TreeSet<>();
    for (List<Window> windows : counted) {
      if (word < windows.size()) {
        tids.addAll(windows.get(word).hitsByThread().keySet());
      }
    }
    return tids;
  }

  private static List<Hit> sampled(WatchpointWindows windows, Watchpoint point, Set<Integer> tids)
      throws InterruptedException {
    if (tids.isEmpty()) {
      return List.of();
    }
    List<Integer> some = tids.stream().limit(MOST_SAMPLED_HITS_THREADS).toList();
    return windows.sample(some, point, WINDOW_NS, WatchpointWindows.FEW_HITS);
  }

  private void add(
      Line line,
      List<Word> placed,
      List<ObjectPlace> known,
      List<List<Window>> counted,
      List<List<Hit>> hits) {
    Set<String> owners = new TreeSet<>();
    known.forEach(place -> owners.add(place.owner()));
    WordTraffic together = lines.computeIfAbsent(String.join(", ", owners), WordTraffic::new);
    if (placed.size() >= 2) {
      together.sampled(line.samples());
      counted.forEach(windows -> together.countedLine(windows, budget.leastHitNs()));
    }
    for (int i = 0; i < placed.size(); i++) {
      int word = i;
      WordTraffic traffic = words.computeIfAbsent(known.get(i).owner(), WordTraffic::new);
      Set<Integer> tids = writers(counted, i);
      if (tids.size() >= 2) {
        traffic.of(known.get(i).member());
        traffic.sampled(placed.get(i).samples());
        counted.stream()
            .filter(windows -> word < windows.size())
            .forEach(windows -> traffic.counted(windows.get(word), budget.leastHitNs()));
        traffic.overlap().sampled(hits.get(i), tids.size(), tids.size());
      }
      for (Hit hit : hits.get(i)) {
        String where = target.place(hit);
        if (placed.size() >= 2) {
          together.wrote(hit, where);
        }
        if (tids.size() >= 2) {
          traffic.wrote(hit, where);
        }
      }
      together.of(known.get(i).member());
    }
  }

  private WordsObservations observed() {
    cpuUse.renew();
    Map<Integer, String> names = new HashMap<>();
    List<WordTraffic> all = new ArrayList<>(words.values());
    all.addAll(lines.values());
    for (WordTraffic traffic : all) {
      traffic.used(cpuUse.of(traffic.writers()));
      traffic.writers().forEach(tid -> names.computeIfAbsent(tid, threads::nameOf));
    }
    long found = 0;
    List<Failed> failed = new ArrayList<>();
    for (Map.Entry<TypeSearch, Searching> one : searches.entrySet()) {
      Searching searching = one.getValue();
      Optional<WordsTarget.Searched> types = target.searched(one.getKey());
      if (types.isPresent() && types.get().isMiss()) {
        failed.add(
            new Failed(types.get(), searching.samples, searching.places, searching.tids.size()));
      } else {
        found += searching.samples;
      }
    }
    failed.sort(Comparator.comparingLong(Failed::samples).reversed());
    return new WordsObservations(
        samples,
        sampledThreads.size(),
        List.copyOf(words.values()),
        List.copyOf(lines.values()),
        failed,
        found,
        unplaced,
        names,
        sampledThreads.isEmpty() ? 0 : threads.cpusOf(sampledThreads));
  }
}
