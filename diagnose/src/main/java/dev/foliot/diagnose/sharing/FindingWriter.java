package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.LoadedClass;
import dev.foliot.store.Advice;
import dev.foliot.store.Ancestry;
import dev.foliot.store.CheckCode;
import dev.foliot.store.ClearedClass;
import dev.foliot.store.CodeSite;
import dev.foliot.store.FieldPair;
import dev.foliot.store.Grade;
import dev.foliot.store.LuckyPlacements;
import dev.foliot.store.Placement;
import dev.foliot.store.SharedClass;
import dev.foliot.store.SharingField;
import dev.foliot.store.SharingFinding;
import dev.foliot.store.SharingThread;
import dev.foliot.store.StructurePlace;
import dev.foliot.store.WordTraffic;
import dev.foliot.store.WriteRate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns what was seen of a class into a finding. */
final class FindingWriter {
  private static final int MOST_THREADS = 32;
  private static final int MOST_SUPERTYPES = 100;
  private static final double SURE = 0.95;
  private static final double NEARLY_SURE = 0.9;
  private static final double IN_DOUBT = 0.5;
  private static final double GUESS = 0.4;

  private final TargetJvm jvm;
  private final TargetThreads threads;
  private final Line line;
  private final Cure cure;
  private final Culprits culprits;
  private final Seen seen;
  private final Map<Suspect, TouchedCode> codes = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();

  /**
   * A writer for one examination.
   *
   * @param seen all that it has seen, which does not change any more
   */
  FindingWriter(TargetJvm jvm, TargetThreads threads, Line line, Cure cure, Seen seen) {
    this.jvm = jvm;
    this.threads = threads;
    this.line = line;
    this.cure = cure;
    this.culprits = new Culprits(jvm);
    this.seen = seen;
  }

  SharingFinding trueSharing(Suspect suspect, Verdict.TrueSharing verdict) {
    return convicted(suspect, Facts.of(verdict));
  }

  SharingFinding wordRead(Suspect suspect, Verdict.WordRead verdict) {
    return convicted(suspect, Facts.of(verdict));
  }

  SharingFinding falseSharing(Suspect suspect, Verdict.FalseSharing verdict) {
    return convicted(suspect, Facts.of(verdict, suspect.traffic()));
  }

  /** What is known from looking alone: that it is written, and not by whom. */
  SharingFinding unwatched(Suspect suspect) {
    return write(
        suspect,
        Facts.unwatched(),
        List.of(),
        new CureReach(Map.of()),
        Optional.empty(),
        CostGrade.unwatched(suspect.rate()));
  }

  /** A class that was watched and is no finding here; at another address it may be one. */
  ClearedClass cleared(Suspect suspect, String reason) {
    Readers readers = Readers.of(suspect);
    Optional<FieldWord> most = Optional.empty();
    long mostReads = 0;
    for (FieldWord field : suspect.read()) {
      long reads = suspect.traffic().reads(field, readers.of(field));
      if (reads > mostReads) {
        most = Optional.of(field);
        mostReads = reads;
      }
    }
    return new ClearedClass(
        new SharedClass(suspect.type().name(), suspect.type().loader(), suspect.written().name()),
        new WordTraffic(suspect.rate(), suspect.traffic().writers().size(), readers.all().size()),
        new StructurePlace(
            "0x" + Long.toHexString(suspect.address()),
            line.bytes(),
            line.offset(suspect.address())),
        orNull(most.map(field -> lucky(suspect, field))),
        reason);
  }

  private SharingFinding convicted(Suspect suspect, Facts facts) {
    List<TouchedCode> others = new ArrayList<>();
    for (Suspect other : seen.suspects) {
      if (other != suspect && !code(other).isEmpty()) {
        others.add(code(other));
      }
    }
    TouchedCode own = TouchedCode.of(suspect, reads(suspect, facts), culprits);
    Optional<CheckCost.Share> share =
        seen.samples.flatMap(taken -> CheckCost.of(taken, own, others, culprits));
    Set<Integer> all = new TreeSet<>(facts.writers());
    all.addAll(facts.allReaders());
    CostGrade measured = CostGrade.of(share, suspect.rate(), threads.cpusOf(all));
    CostGrade grade = facts.isSeen() ? measured : measured.inDoubt();
    long word = suspect.address() + suspect.written().offset();
    List<CodeSite> sites = culprits.writes(suspect.writes(), word, suspect.values());
    CureReach reach =
        CureReach.of(
            suspect.writes(),
            touch ->
                WritingCode.of(
                    culprits.place(touch.ip()), jvm.checks(touch, word, suspect.values())));
    return write(suspect, facts, sites, reach, share, grade);
  }

  private TouchedCode code(Suspect suspect) {
    return codes.computeIfAbsent(suspect, it -> TouchedCode.of(it, it.reads(), culprits));
  }

  /** Where those read that count: others may have been seen to read before it was known. */
  private static List<Touch> reads(Suspect suspect, Facts facts) {
    Set<Integer> counted = facts.allReaders();
    return suspect.reads().stream().filter(touch -> counted.contains(touch.tid())).toList();
  }

  private SharingFinding write(
      Suspect suspect,
      Facts facts,
      List<CodeSite> sites,
      CureReach reach,
      Optional<CheckCost.Share> share,
      CostGrade grade) {
    LoadedClass type = suspect.type();
    WriteRate rate = suspect.rate();
    List<String> interfaces = Interfaces.of(suspect, jvm, seen.classes);
    Optional<LuckyPlacements> lucky = facts.most().map(field -> lucky(suspect, field));
    Readers readers = Readers.of(suspect);
    String explanation =
        Explanation.of(
            type.name(),
            interfaces,
            rate,
            line.bytes(),
            facts,
            readers.inTurn(line).size(),
            Remedies.firstLine(culprits.sites(reads(suspect, facts))),
            lucky);
    return new SharingFinding(
        facts.kind(),
        new Grade(grade.severity(), grade.reason()),
        new SharedClass(type.name(), type.loader(), suspect.written().name()),
        interfaces,
        new WordTraffic(rate, facts.writers().size(), facts.allReaders().size()),
        new Placement(
            new StructurePlace(
                "0x" + Long.toHexString(suspect.address()),
                line.bytes(),
                line.offset(suspect.address())),
            sameLineFields(suspect, facts, readers),
            orNull(lucky),
            pairs(suspect, readers),
            fields(suspect, readers)),
        new CheckCode(sites, orNull(share.map(CheckCost.Share::value))),
        new Advice(
            explanation,
            new Remedies(cure, jvm.feature(), type.name(), reach).of(facts.isByAddress(), sites),
            confidence(suspect, facts, sites, interfaces, share.isPresent())),
        ancestry(type));
  }

  /** Of very many the first; null where not all could be read. */
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

  private static double confidence(
      Suspect suspect,
      Facts facts,
      List<CodeSite> sites,
      List<String> interfaces,
      boolean measured) {
    if (facts.writers().isEmpty()) {
      return GUESS;
    }
    double confidence = surely(facts);
    confidence -= measured ? 0 : 0.1;
    confidence -= sites.isEmpty() ? 0.05 : 0;
    confidence -= interfaces.size() < 2 ? 0.1 : 0;
    confidence -= suspect.traffic().writtenWindows() < 3 ? 0.1 : 0;
    return Math.round(confidence * 100) / 100.0;
  }

  private static double surely(Facts facts) {
    if (facts.inTurn()) {
      return facts.isSeen() ? NEARLY_SURE : IN_DOUBT;
    }
    return facts.areWritersSeen() ? SURE : IN_DOUBT;
  }

  private LuckyPlacements lucky(Suspect suspect, FieldWord read) {
    return line.lucky(suspect.address(), suspect.written().offset(), read.offset());
  }

  /**
   * The fields on the written one's line that others read; all that checks read if none was seen.
   */
  private List<String> sameLineFields(Suspect suspect, Facts facts, Readers readers) {
    List<String> fields = new ArrayList<>();
    for (FieldWord field : suspect.read()) {
      boolean onLine =
          line.holdsBoth(suspect.address(), suspect.written().offset(), field.offset());
      boolean seen = !shown(suspect, field, readers).isEmpty();
      if (onLine && (seen || facts.writers().isEmpty())) {
        fields.add(field.name());
      }
    }
    return fields;
  }

  /** Of the written field and each that was seen to be read; where none was, the one searched. */
  private List<FieldPair> pairs(Suspect suspect, Readers readers) {
    List<FieldPair> pairs = new ArrayList<>();
    for (FieldWord field : suspect.read()) {
      boolean seen = !shown(suspect, field, readers).isEmpty();
      boolean searched = field.name().equals("_secondary_supers");
      if (seen || searched) {
        LuckyPlacements lucky = lucky(suspect, field);
        pairs.add(new FieldPair(suspect.written().name(), field.name(), !lucky.thisOne(), lucky));
      }
    }
    return pairs;
  }

  /** All that read a field but those that do so in turn; a thread that writes may read as well. */
  private static Set<Integer> shown(Suspect suspect, FieldWord field, Readers readers) {
    Set<Integer> shown = suspect.traffic().readers(field);
    shown.removeAll(readers.inTurn());
    return shown;
  }

  private List<SharingField> fields(Suspect suspect, Readers readers) {
    int last = suspect.written().offset();
    Map<Integer, FieldWord> read = new HashMap<>();
    for (FieldWord field : suspect.read()) {
      last = Math.max(last, field.offset());
      read.put(field.offset(), field);
    }
    List<SharingField> fields = new ArrayList<>();
    for (FieldWord field : KlassFields.all(jvm.layout(), last)) {
      boolean isWritten = field.offset() == suspect.written().offset();
      FieldWord word = isWritten ? suspect.written() : read.getOrDefault(field.offset(), field);
      fields.add(
          new SharingField(
              isWritten ? word.name() : field.name(),
              field.offset(),
              field.bytes(),
              isWritten ? named(suspect.traffic().writers()) : List.of(),
              named(isWritten ? readers.of(word) : shown(suspect, word, readers)),
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
