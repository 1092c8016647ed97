package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.watch.TargetThreads;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.store.diagnosis.Ancestry;
import dev.foliot.store.diagnosis.ClearedClass;
import dev.foliot.store.diagnosis.CodeSite;
import dev.foliot.store.diagnosis.FieldPair;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.LuckyPlacements;
import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.SharingFinding.CheckCode;
import dev.foliot.store.diagnosis.SharingFinding.Placement;
import dev.foliot.store.diagnosis.SharingFinding.SharedClass;
import dev.foliot.store.diagnosis.SharingFinding.StructurePlace;
import dev.foliot.store.diagnosis.SharingFinding.WordTraffic;
import dev.foliot.store.diagnosis.SharingThread;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns the observations and verdict of a class into a finding. One thread. */
final class FindingWriter {
  private static final int MOST_THREADS = 32;
  private static final int MOST_SUPERTYPES = 100;

  /** A register that holds an interface in one hit of this many or more belongs to the check. */
  private static final int OFTEN = 5;

  private final TargetJvm jvm;
  private final TargetThreads threads;
  private final JdkFix fix;
  private final WritingCode writingCode;
  private final SharingObservations observations;
  private final Map<CandidateClass, CheckCost.TouchedCode> codes = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();

  /**
   * A writer for one examination.
   *
   * @param observations all of them, final
   */
  FindingWriter(
      TargetJvm jvm, TargetThreads threads, JdkFix fix, SharingObservations observations) {
    this.jvm = jvm;
    this.threads = threads;
    this.fix = fix;
    this.writingCode = new WritingCode(jvm);
    this.observations = observations;
  }

  /** The finding of a watched class. */
  SharingFinding watched(CandidateClass candidate, Verdict.Sharing verdict) {
    List<CheckCost.TouchedCode> others = new ArrayList<>();
    for (CandidateClass other : observations.candidates()) {
      if (other != candidate && !code(other).isEmpty()) {
        others.add(code(other));
      }
    }
    CheckCost.TouchedCode own =
        CheckCost.TouchedCode.of(candidate, reads(candidate, verdict), writingCode);
    Optional<CheckCost.Share> share =
        observations
            .cpuSamples()
            .flatMap(samples -> CheckCost.of(samples, own, others, writingCode));
    Set<Integer> all = new TreeSet<>(verdict.writers());
    all.addAll(verdict.allReaders());
    CostGrade grade =
        CostGrade.of(share, candidate.rate(), threads.cpusOf(all), verdict.isObserved());
    long word = candidate.address() + candidate.written().offset();
    List<CodeSite> sites = writingCode.writes(candidate.writes(), word, candidate.values());
    JdkFix.Reach reach =
        JdkFix.Reach.of(
            candidate.writes(),
            hit ->
                JdkFix.CodeKind.of(
                    writingCode.place(hit.registers().ip()),
                    jvm.checks(hit, word, candidate.values())));
    return write(candidate, verdict, sites, reach, share, grade);
  }

  /** The finding from sampling alone: the word is written by unknown threads. */
  SharingFinding unwatched(CandidateClass candidate) {
    return write(
        candidate,
        Verdict.Sharing.UNWATCHED,
        List.of(),
        new JdkFix.Reach(Map.of()),
        Optional.empty(),
        CostGrade.unwatched(candidate.rate()));
  }

  /** A watched class without a finding; at another address it may have one. */
  ClearedClass cleared(CandidateClass candidate, Reason why) {
    ObservedClass.Layout layout = candidate.layout();
    ObservedClass.Readers readers = candidate.readers();
    FieldWord most = readers.most(layout.read());
    return new ClearedClass(
        type(candidate),
        new WordTraffic(
            candidate.rate(), candidate.traffic().writers().size(), readers.all().size()),
        place(layout),
        most == null ? null : layout.lucky(most),
        why);
  }

  private CheckCost.TouchedCode code(CandidateClass candidate) {
    return codes.computeIfAbsent(
        candidate, it -> CheckCost.TouchedCode.of(it, it.reads(), writingCode));
  }

  /** The reads of threads that count; some earlier readers turned out not to. */
  private static List<Hit> reads(CandidateClass candidate, Verdict.Sharing verdict) {
    Set<Integer> counted = verdict.allReaders();
    return candidate.reads().stream().filter(hit -> counted.contains(hit.tid())).toList();
  }

  private static SharedClass type(CandidateClass candidate) {
    return new SharedClass(
        candidate.type().name(), candidate.type().loader(), candidate.written().name());
  }

  private static StructurePlace place(ObservedClass.Layout layout) {
    return new StructurePlace(
        "0x" + Long.toHexString(layout.address()),
        layout.line().bytes(),
        layout.line().offset(layout.address()));
  }

  private SharingFinding write(
      CandidateClass candidate,
      Verdict.Sharing verdict,
      List<CodeSite> sites,
      JdkFix.Reach reach,
      Optional<CheckCost.Share> share,
      CostGrade grade) {
    ObservedClass.Layout layout = candidate.layout();
    List<String> interfaces = interfaces(candidate);
    @Nullable LuckyPlacements lucky = orNull(verdict.most().map(layout::lucky));
    ObservedClass observed = candidate.observed();
    ObservedClass.Readers readers = observed.readers();
    String className = candidate.type().name();
    String explanation =
        new Explanation(verdict, className, layout.line().bytes())
            .text(
                interfaces,
                candidate.rate(),
                observed.inTurnOnLine().size(),
                Remedies.firstLine(writingCode.sites(reads(candidate, verdict))),
                lucky);
    return new SharingFinding(
        verdict.kind(),
        new Grade(grade.severity(), grade.cost()),
        new SharingFinding.CheckedClass(type(candidate), interfaces),
        new WordTraffic(candidate.rate(), verdict.writers().size(), verdict.allReaders().size()),
        new Placement(
            place(layout),
            sameLineFields(candidate, verdict, readers),
            lucky,
            pairs(candidate, readers),
            fields(candidate, readers)),
        new CheckCode(sites, orNull(share.map(CheckCost.Share::value))),
        new Advice(
            explanation,
            new Remedies(fix, jvm.feature(), className, reach).of(verdict.isByAddress(), sites),
            SharingJudge.confidence(
                verdict,
                candidate.traffic().writtenWindows(),
                interfaces.size(),
                !sites.isEmpty(),
                share.isPresent())),
        ancestry(candidate.type()));
  }

  /**
   * The names of the interfaces that a class's word alternates between, in order.
   *
   * <p>Unloaded interfaces keep their names. If samples have fewer than two frequent ones, the
   * registers of the writing code are used: it has just stored the interface.
   */
  List<String> interfaces(CandidateClass candidate) {
    Set<String> names = new TreeSet<>();
    for (long value : candidate.values()) {
      switch (jvm.classAt(value)) {
        case Reading.Value<LoadedClass>(LoadedClass type) -> names.add(type.name());
        case Reading.Unavailable<LoadedClass> _ ->
            observations.classes().stream()
                .filter(type -> type.address() == value)
                .forEach(type -> names.add(type.name()));
      }
    }
    if (names.size() < 2 && !candidate.writes().isEmpty()) {
      Map<Long, Integer> held = new HashMap<>();
      for (Hit write : candidate.writes()) {
        for (long value : new TreeSet<>(write.registers().all().values())) {
          held.merge(value, 1, Integer::sum);
        }
      }
      for (LoadedClass type : observations.classes()) {
        int hits = held.getOrDefault(type.address(), 0);
        if (type.isInterface() && hits * OFTEN >= candidate.writes().size()) {
          names.add(type.name());
        }
      }
    }
    return List.copyOf(names);
  }

  /** The first ones of very many; null if not all were readable. */
  private @Nullable Ancestry ancestry(LoadedClass type) {
    return orNull(
        jvm.supertypes(type)
            .toOptional()
            .filter(types -> types.couldNot().isEmpty())
            .map(types -> new Ancestry(names(types.superclasses()), names(types.interfaces()))));
  }

  private static List<String> names(List<LoadedClass> types) {
    return types.stream().limit(MOST_SUPERTYPES).map(LoadedClass::name).toList();
  }

  /** The fields on the written field's line that others read; if unknown, all that checks read. */
  private List<String> sameLineFields(
      CandidateClass candidate, Verdict.Sharing verdict, ObservedClass.Readers readers) {
    List<String> fields = new ArrayList<>();
    for (FieldWord field : candidate.read()) {
      boolean onLine = candidate.layout().isOnLine(field);
      boolean isRead = !shown(candidate, field, readers).isEmpty();
      if (onLine && (isRead || verdict.writers().isEmpty())) {
        fields.add(field.name());
      }
    }
    return fields;
  }

  /** The written field with each field read; if none was, with the searched list. */
  private List<FieldPair> pairs(CandidateClass candidate, ObservedClass.Readers readers) {
    List<FieldPair> pairs = new ArrayList<>();
    for (FieldWord field : candidate.read()) {
      boolean isRead = !shown(candidate, field, readers).isEmpty();
      boolean searched = field.name().equals(FieldWord.SEARCHED);
      if (isRead || searched) {
        LuckyPlacements lucky = candidate.layout().lucky(field);
        pairs.add(new FieldPair(candidate.written().name(), field.name(), !lucky.thisOne(), lucky));
      }
    }
    return pairs;
  }

  /** All readers of a field except those in turn; a writer may read as well. */
  private static Set<Integer> shown(
      CandidateClass candidate, FieldWord field, ObservedClass.Readers readers) {
    Set<Integer> shown = candidate.traffic().readers(field);
    shown.removeAll(readers.inTurn());
    return shown;
  }

  private List<SharingField> fields(CandidateClass candidate, ObservedClass.Readers readers) {
    int last = candidate.written().offset();
    Map<Integer, FieldWord> read = new HashMap<>();
    for (FieldWord field : candidate.read()) {
      last = Math.max(last, field.offset());
      read.put(field.offset(), field);
    }
    List<SharingField> fields = new ArrayList<>();
    for (FieldWord field : FieldWord.all(jvm.layout(), last)) {
      boolean isWritten = field.offset() == candidate.written().offset();
      FieldWord word = isWritten ? candidate.written() : read.getOrDefault(field.offset(), field);
      fields.add(
          new SharingField(
              isWritten ? word.name() : field.name(),
              field.offset(),
              field.bytes(),
              isWritten ? named(candidate.traffic().writers()) : List.of(),
              named(isWritten ? readers.of(word) : shown(candidate, word, readers)),
              named(readers.inTurn(word))));
    }
    return fields;
  }

  private List<SharingThread> named(Set<Integer> tids) {
    List<SharingThread> named = new ArrayList<>();
    for (int tid : tids) {
      if (named.size() < MOST_THREADS) {
        named.add(new SharingThread(tid, names.computeIfAbsent(tid, threads::nameOf)));
      }
    }
    return named;
  }

  private static <T> @Nullable T orNull(Optional<T> value) {
    return value.isPresent() ? value.get() : null;
  }
}
